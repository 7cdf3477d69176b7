import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import type { commandLines } from '@/scripts/console/command-lines.mjs';
import { root } from '@/scripts/project.mjs';
import { commandVariables } from './run-command';

/** How long (ms) a command may take before a test gives up on it, on a busy machine. */
const LONGEST = 40_000;

export type CommandName = keyof typeof commandLines;

export interface HostedCommand {
  name: CommandName;
  args: string[];
  /** In addition to the variables of this process. */
  env: Record<string, string>;
}

export interface HostedResult {
  out: string;
  error: string;
  /** Null if it was killed. */
  code: number | null;
}

/**
 * Runs the commands of a test file one after another in one process other than the test's, which saves starting one for
 * each. It skips the work of `scripts/run.mjs` before and after the command: preparing the checkout, signals, its end.
 * So each command also needs a case with `runCommand`.
 *
 * @returns runs a command to its end; a command that hangs is killed with the process, and the next gets a new one
 */
export function commandHost() {
  let host: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  afterAll(() => void host?.kill());

  async function run(command: HostedCommand): Promise<HostedResult> {
    host ??= startHost();
    const current = host;
    const timer = setTimeout(() => current.kill('SIGKILL'), LONGEST);
    const listening = new AbortController();
    const { signal } = listening;
    const killed = once(current, 'exit', { signal }).then((): HostedResult => {
      host = undefined;
      return { out: '', error: '', code: null };
    });
    const answered = once(current, 'message', { signal }).then(([result]) => result as HostedResult);
    current.send(command);
    try {
      return await Promise.race([answered, killed]);
    } finally {
      clearTimeout(timer);
      listening.abort();
    }
  }

  return (name: CommandName, args: string[], env: Record<string, string>) => {
    const result = last.then(() => run({ name, args, env: commandVariables(env) }));
    last = result.catch(() => {});
    return result;
  };
}

const startHost = () =>
  fork('testing/command-host-program.ts', { cwd: root, execArgv: ['--import', 'tsx'], silent: true });
