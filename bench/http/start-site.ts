import { setTimeout as delay } from 'node:timers/promises';
import { setUpBuild, setUpDatabase } from '@/commands/setup/setup';
import { readEnvironment } from '@/lib/config/environment';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { probePort } from '@/server/http/connections/listen';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

const PATIENCE = 60_000; // milliseconds
const ONE_TRY = 2_000; // milliseconds; a request sent too early may never get a response

/** A server to measure, in a process of its own. */
export interface MeasuredServer {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** A free port of this machine. */
export const freePort = (): Promise<number> => probePort({ host: '127.0.0.1', port: 0 });

/**
 * Starts the production site on a new demo database, and builds the site first if that isn't done.
 *
 * @param variables other than the defaults
 * @throws Stop if it can't be built or doesn't start
 */
export async function startSite(variables: Record<string, string> = {}): Promise<MeasuredServer> {
  await setUpBuild();
  const port = await freePort();
  const env = { ...testVariables(temporaryDirectory(), port), ...variables };
  await setUpDatabase(readEnvironment(env));
  return startServer(['scripts/serve.mjs'], { port, env });
}

interface StartServer {
  port: number;
  env?: Record<string, string>;
  /** A path that returns 200 once the server has started: the front page unless given. */
  readyPath?: string;
}

/**
 * Starts a server and waits until it responds.
 *
 * @param args of node
 * @throws Stop with the output of a server that doesn't start
 */
export async function startServer(
  args: string[],
  { port, env = {}, readyPath = '/' }: StartServer,
): Promise<MeasuredServer> {
  const { child, ended, output } = startChild(process.execPath, args, { env });
  const stop = () => stopChildren([child]);
  const url = `http://127.0.0.1:${port}`;
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const until = performance.now() + PATIENCE;
  const isReady = async () => {
    const signal = AbortSignal.timeout(ONE_TRY);
    const response = await fetch(`${url}${readyPath}`, { signal }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok === true;
  };
  while (!(await isReady())) {
    if (!running || performance.now() > until) {
      await stop();
      throw new Stop("A server to measure didn't start; the lines above say why.", output());
    }
    await delay(100);
  }
  return { url, pid: child.pid ?? 0, stop };
}
