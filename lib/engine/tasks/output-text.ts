import { taskNamed } from './registry';

/** The text that stands for a step's output; empty if it has none. */
export function outputText(task: string, output: unknown): string {
  if (output === null) return '';
  return taskNamed(task)?.text(output) ?? JSON.stringify(output);
}
