import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { readEnvironment } from '@/lib/config/environment';
import { probePort } from '@/server/http/connections/listen';
import { type ServerProcess, serve, startServerProcess } from '@/testing/run/server-process';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

const ONE_TRY = 2_000; // milliseconds; a request sent too early may never get a response

/** A server to measure, in a process of its own. */
export interface MeasuredServer extends ServerProcess {
  url: string;
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
  return startServer(serve.slice(1), { port, env });
}

interface StartServer {
  port: number;
  env: Record<string, string>;
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
  { port, env, readyPath = '/' }: StartServer,
): Promise<MeasuredServer> {
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    const signal = AbortSignal.timeout(ONE_TRY);
    const response = await fetch(`${url}${readyPath}`, { signal }).catch(() => null);
    await response?.body?.cancel();
    return response?.ok === true;
  };
  return { ...(await startServerProcess([process.execPath, ...args], { env, isReady })), url };
}
