import { setTimeout as delay } from 'node:timers/promises';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const PATIENCE = 60_000; // milliseconds

/** A program and its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

/** A production server in a process of its own. */
export interface RunningTestServer {
  pid: number;
  output: () => string;
  stop: () => Promise<void>;
  /** Gives it no chance to end in good order. */
  kill: () => Promise<void>;
}

/**
 * Starts the production server on the existing build, as `npm start` would, and waits until it responds.
 *
 * @param command starts the server
 * @throws Stop with its output if it doesn't start
 */
export async function startTestServer(
  env: Record<string, string>,
  [program, ...args]: CommandLine = [process.execPath, 'scripts/serve.mjs'],
): Promise<RunningTestServer> {
  const { child, ended, output } = startChild(program, args, { env });
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const until = performance.now() + PATIENCE;
  while (!output().includes('is running at')) {
    if (!running || performance.now() > until) {
      await stopChildren([child]);
      throw new Stop('The test server did not start; the lines above say why.', output());
    }
    await delay(50);
  }
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { output, stop: () => stopChildren([child]), kill, pid: Number(child.pid) };
}
