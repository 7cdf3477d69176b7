import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '@/scripts/project.mjs';

/** How long (ms) a command may take before it counts as hanging: many times its usual time, on a busy machine too. */
const LONGEST = 300_000;

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
}

/** The variables of a command in a test, in addition to those of this process. */
export const commandVariables = (env: Record<string, string>): Record<string, string> => ({
  NODE_ENV: 'test',
  DEMO_DATA: 'off',
  ...env,
});

/** Starts a command of `scripts/` as npm does, with these variables. */
export function startCommand(args: string[], env: Record<string, string>, { uid }: Options = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...commandVariables(env) },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { child, result: resultOf(child) };
}

/** Runs a command to its end. */
export const runCommand = (args: string[], env: Record<string, string>, options?: Options) =>
  startCommand(args, env, options).result;

async function resultOf(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const since = performance.now();
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  clearTimeout(timer);
  return { out, error, code, took: performance.now() - since };
}
