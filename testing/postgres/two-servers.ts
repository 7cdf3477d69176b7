import { setUpDatabase } from '@/commands/set-up/set-up-database';
import { readEnvironment } from '@/lib/config/environment';
import { probePort } from '@/server/http/connections/listen';
import { type ServerProcess, startProductionServer } from '@/testing/run/server-process';
import { type RoundRobinProxy, startRoundRobinProxy } from './round-robin-proxy';

/** One site, served by two processes on one PostgreSQL database behind a proxy. */
export interface TwoServers {
  /** The variables of both servers; PORT is the proxy's. */
  env: Record<string, string>;
  ports: number[];
  proxy: RoundRobinProxy;
  /** Kills a server, and starts it again on its port. */
  restart(index: number, whileAway?: () => Promise<void>): Promise<void>;
  /** A server's output since it started. */
  output(index: number): string;
  stop(): Promise<void>;
}

/**
 * Migrates and fills a database, and serves the existing build from it by two processes.
 *
 * @param variables of the site, with its DATABASE_URL
 * @param own of each server
 * @throws Stop with its output if a server doesn't start
 */
export async function startTwoServers(
  variables: Record<string, string>,
  own: readonly Record<string, string>[] = [],
): Promise<TwoServers> {
  await setUpDatabase(readEnvironment(variables));
  const place = { host: '127.0.0.1', port: 0 };
  const ports = [await probePort(place), await probePort(place)];
  const proxy = await startRoundRobinProxy(ports);
  const env = { ...variables, PORT: String(proxy.port), PUBLIC_URL: proxy.origin };
  const servers: ServerProcess[] = [];
  const start = async (index: number) => {
    servers[index] = await startProductionServer({ ...env, ...own[index], PORT: String(ports[index]) });
  };
  const stop = async () => {
    proxy.close();
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const index of ports.keys()) await start(index);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env,
    ports,
    proxy,
    restart: async (index, whileAway) => {
      await servers[index]?.kill();
      await whileAway?.();
      await start(index);
    },
    output: (index) => servers[index]?.output() ?? '',
    stop,
  };
}
