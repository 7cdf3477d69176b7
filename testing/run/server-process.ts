import { setTimeout as delay } from 'node:timers/promises';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const PATIENCE = 5; // minutes, after which it hangs: a busy machine is slow

/** A program and its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** A server in a process of its own. */
export interface ServerProcess {
  pid: number;
  output: () => string;
  /** Resolves to the exit code, once it has ended. */
  ended: Promise<number>;
  stop: () => Promise<void>;
  /** Gives it no chance to end in good order. */
  kill: () => Promise<void>;
}

interface ServerOptions {
  /** Is added to this process's. */
  env: Record<string, string>;
  /** Whether the server responds. Called with its output so far, again and again until it does. */
  isReady: (output: string) => boolean | Promise<boolean>;
  /** How long it may take to respond; five by default. */
  minutes?: number;
}

/**
 * Starts a server and waits until it responds.
 *
 * @throws Stop with its output if it doesn't start
 */
export async function startServerProcess(
  [program, ...args]: CommandLine,
  { env, isReady, minutes = PATIENCE }: ServerOptions,
): Promise<ServerProcess> {
  const { child, ended, output } = startChild(program, args, { env });
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const until = performance.now() + minutes * 60_000;
  while (!(await isReady(output()))) {
    if (!running || performance.now() > until) {
      await stopChildren([child]);
      throw new Stop("The server didn't start; the lines above say why.", output());
    }
    await delay(50);
  }
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { output, ended, stop: () => stopChildren([child]), kill, pid: Number(child.pid) };
}

/** The command that `npm start` serves with. */
export const serve: CommandLine = [process.execPath, '--max-semi-space-size=16', 'scripts/serve.mjs'];

/**
 * Starts the production server on the existing build, as `npm start` would, and waits until it responds.
 *
 * @param command starts the server
 * @throws Stop with its output if it doesn't start
 */
export const startProductionServer = (env: Record<string, string>, command = serve): Promise<ServerProcess> =>
  startServerProcess(command, { env, isReady: (output) => output.includes('is running at') });

/** Starts a process that runs jobs and serves nothing, on the existing build and a PostgreSQL database. */
export const startWorker = (env: Record<string, string>): Promise<ServerProcess> =>
  startServerProcess([...serve, '--worker'], {
    env,
    isReady: (output) => output.includes('is running jobs'),
  });
