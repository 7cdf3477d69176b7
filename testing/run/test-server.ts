// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const PATIENCE = 60_000; // milliseconds

/**
 * Starts the production server as `npm start` would, on what is built.
 *
 * @param {Record<string, string>} env
 * @param {[string, ...string[]]} [command] what starts it
 * @returns {Promise<{ output: () => string, stop: () => Promise<void>, kill: () => Promise<void>, pid: number }>} once it answers;
 *   `kill` gives it no chance to end in good order
 * @throws {Stop} with its output when it does not come up
 */
export async function startTestServer(env, command = [process.execPath, 'scripts/serve.mjs']) {
  const [program, ...args] = command;
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
