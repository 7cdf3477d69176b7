import os from 'node:os';
import type { Options } from 'autocannon';
import { graphqlRequest } from '@/bench/http/graphql-request';
import { runJsonProgram } from '@/bench/run-json-program';
import { Stop } from '@/scripts/console/stop.mjs';
import { cpuSeconds, cpuSecondsOfFamily } from './cpu-seconds';

const CONNECTIONS = 16;

/** Server processes on one database. */
export interface Deployment {
  name: string;
  origins: readonly string[];
  serverPids: readonly number[];
  /** PostgreSQL's first process; without one, the database is in the server. */
  databasePid?: number;
}

/** A call; `[<id>]` in it is another text each time. */
export interface Call {
  query: string;
  variables?: Record<string, unknown>;
  token: string;
}

export interface SpreadResult {
  requestsPerSecond: number;
  failed: number;
  seconds: number;
  /** Milliseconds, at the process where it is highest. */
  p99: number;
  /** CPU time of the client. */
  clientSeconds: number;
}

/** How many cores were busy on average, of those that this machine has. */
export interface Cores {
  servers: number;
  database: number;
  client: number;
  all: number;
}

export interface SpreadLoad extends SpreadResult {
  cores: Cores;
}

/**
 * Repeats calls in turns over 16 connections, which are spread over all processes of a deployment.
 *
 * @throws Stop if a response is an error
 */
export async function spreadLoad(
  { name, origins, serverPids, databasePid }: Deployment,
  calls: readonly Call[],
  seconds: number,
): Promise<SpreadLoad> {
  const requests = calls.map((call) => {
    const { method, headers, body } = graphqlRequest('', call);
    return { method, path: '/api/graphql', headers, body };
  });
  const options = origins.map(
    (url): Options => ({
      url,
      connections: CONNECTIONS / origins.length,
      duration: seconds,
      idReplacement: true,
      requests,
    }),
  );
  const taken = () => ({
    servers: serverPids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    database: databasePid === undefined ? 0 : cpuSecondsOfFamily(databasePid),
  });
  const before = taken();
  const result = await runJsonProgram<SpreadResult>(
    'bench/stores/spread-program.ts',
    [JSON.stringify(options)],
    { advice: "The load couldn't be sent; the lines above say why." },
  );
  const after = taken();
  if (result.failed > 0) throw new Stop(`${result.failed} requests to ${name} failed.`);
  const cores = {
    servers: (after.servers - before.servers) / result.seconds,
    database: (after.database - before.database) / result.seconds,
    client: result.clientSeconds / result.seconds,
    all: os.availableParallelism(),
  };
  return { ...result, cores };
}
