// @ts-check
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';

const PATIENCE = 60_000; // milliseconds
const ONE_TRY = 2_000; // milliseconds; a request sent too early may never be answered

/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} Server */

/**
 * Starts a server and waits until its front page answers.
 *
 * @param {string[]} args of node
 * @param {{ port: number, env?: Record<string, string> }} options
 * @returns {Promise<Server>}
 * @throws {Stop} with its output when it does not come up
 */
export async function startServer(args, { port, env = {} }) {
  const { child, ended, output } = startChild(process.execPath, args, { env });
  const stop = () => stopChildren([child]);
  const url = `http://127.0.0.1:${port}`;
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const until = performance.now() + PATIENCE;
  const answers = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(ONE_TRY) }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok === true;
  };
  while (!(await answers())) {
    if (!running || performance.now() > until) {
      await stop();
      throw new Stop('A server to measure did not start; the lines above say why.', output());
    }
    await delay(100);
  }
  return { url, pid: child.pid ?? 0, stop };
}
