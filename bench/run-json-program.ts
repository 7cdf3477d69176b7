import { runTool, typeScript } from '@/scripts/setup/run-tool.mjs';

/**
 * Runs a program of the bench in a process of its own, so that measuring shares no event loop and no heap with the
 * rest.
 *
 * @param file relative to the project
 * @param options.advice the next step if the program fails
 * @returns the program's last line, parsed as JSON
 * @throws Stop with the output of a program that failed
 */
export async function runJsonProgram<Result>(
  file: string,
  args: readonly string[],
  { advice, nodeOptions = [] }: { advice: string; nodeOptions?: readonly string[] },
): Promise<Result> {
  const [node, ...loader] = typeScript;
  const output = await runTool(node, [...nodeOptions, ...loader, file, ...args], { advice });
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
}
