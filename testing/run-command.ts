import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '@/scripts/project.mjs';

/** How long (ms) a command may take before a test gives up on it, on a busy machine. */
const LONGEST = 40_000;

interface Result {
  out: string;
  error: string;
  /** Null if a signal ended it. */
  code: number | null;
  /** Milliseconds since it started. */
  took: number;
}

interface Options {
  /** The user that runs it, by default this one. */
  uid?: number | undefined;
  /** After how many milliseconds it is killed. */
  longest?: number;
}

/** The variables of a command in a test, in addition to those of this process. */
export const commandVariables = (env: Record<string, string>): Record<string, string> => ({
  NODE_ENV: 'test',
  DEMO_DATA: 'off',
  ...env,
});

/** Starts a command of `scripts/` as npm does, with these variables. */
export function startCommand(
  args: string[],
  env: Record<string, string>,
  { uid, longest = LONGEST }: Options = {},
) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...commandVariables(env) },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { child, result: resultOf(child, longest) };
}

/** Runs a command to its end. */
export const runCommand = (args: string[], env: Record<string, string>, options?: Options) =>
  startCommand(args, env, options).result;

async function resultOf(child: ChildProcessWithoutNullStreams, longest: number): Promise<Result> {
  const since = performance.now();
  const timer = setTimeout(() => child.kill('SIGKILL'), longest);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  clearTimeout(timer);
  return { out, error, code, took: performance.now() - since };
}
