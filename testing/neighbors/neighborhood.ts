import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccount } from '@/lib/server/account/create-account';
import { syncPlans } from '@/lib/server/billing/plans';
import type { SqlReader } from '@/lib/server/database/database';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';
import { startChild, stopChildren } from '@/scripts/console/child.mjs';
import { typeScript } from '@/scripts/setup/run-tool.mjs';
import { probePort } from '@/server/http/connections/listen';
import { memoryOfChildren, residentMemory, sampleMemory } from '@/testing/run/resident-memory';
import { startProductionServer } from '@/testing/run/server-process';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { PASSWORD, sessionToken } from '@/testing/test-world';

const SAMPLE_EVERY = 100; // milliseconds
const LOOK_EVERY = 250; // milliseconds
/** After so long (ms) a call has failed; each that fails counts as so long. */
const PATIENCE = 60_000;

/** The neighbor's own hundred calls per second would exceed the limits per minute. */
const unlimited = { API_CALLS_PER_CLIENT: '9999999', API_CALLS_PER_ACCOUNT: '9999999' };

/** The admin of an account of its own, at an address of its own. */
export interface Client {
  token: string;
  address: string;
}

/** The observations of a neighbor and of the machine over a period. */
export interface Watched {
  /** Milliseconds of the neighbor's calls, and of calls that it couldn't make while it waited for one. */
  waits: number[];
  /** Calls of the neighbor that failed; each counts as a minute. */
  failed: number;
  /** MB, at most. */
  memory: number;
  childMemory: number;
}

/** The built site in a process of its own, on a new database, with a neighbor who asks `me` all the time. */
export interface Neighborhood {
  api: string;
  clients: Client[];
  databaseFile: string;
  rows: SqlReader;
  /** Watches the neighbor and the site's memory, until it is stopped. */
  watch(): Promise<() => Promise<Watched>>;
  /** Resolves once all jobs have ended, or the signal is aborted. */
  untilIdle(signal: AbortSignal): Promise<void>;
  /** Whether the site's process runs. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/**
 * Opens one. The site must have been built.
 *
 * @param plans of the clients' accounts, in their order
 * @param options.isLimited keeps the default limits of calls, and lets the neighbor ask every 100 ms instead of every 10
 * @throws Stop if the site doesn't start
 */
export async function openNeighborhood(
  plans: readonly string[],
  { isLimited = false }: { isLimited?: boolean } = {},
): Promise<Neighborhood> {
  const port = await probePort({ host: '127.0.0.1', port: 0 });
  const directory = temporaryDirectory();
  const databaseFile = path.join(directory, 'neighborhood.db');
  const databaseUrl = `file:${databaseFile}`;
  const env = {
    ...testVariables(directory, port),
    ...(!isLimited && unlimited),
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'loopback',
    DEMO_DATA: 'off',
  };
  await deployMigrations(databaseUrl);
  const db = openDatabase(databaseUrl);
  const ctx = serverContext(db);
  await syncPlans(ctx);
  const clients: Client[] = [];
  for (const planId of [...plans, 'plan_pro']) {
    const number = clients.length;
    const person = { email: `admin@account${number}.example`, password: PASSWORD };
    const { admin } = await createAccount(ctx, { name: `Account ${number}`, planId, demo: false }, person);
    clients.push({ token: await sessionToken(ctx, admin), address: `198.18.0.${number}` });
  }
  const { token, address } = clients.pop() as Client;
  const server = await startProductionServer(env);
  let isAlive = true;
  void server.ended.then(() => {
    isAlive = false;
  });
  const api = `http://127.0.0.1:${port}/api/graphql`;
  const neighbor = startNeighbor(api, { token, address }, isLimited ? 100 : 10);
  return {
    api,
    clients,
    databaseFile,
    rows: db.sql,
    isAlive: () => isAlive,
    async watch() {
      await neighbor.next();
      const samples = await sampleMemory(server.pid, residentMemory, SAMPLE_EVERY);
      const samplesOfChildren = await sampleMemory(server.pid, memoryOfChildren, SAMPLE_EVERY);
      neighbor.take();
      return async () => {
        // A call under way belongs to what was watched.
        await neighbor.next();
        return {
          ...neighbor.take(),
          memory: Math.max(...samples()),
          childMemory: Math.max(...samplesOfChildren()),
        };
      };
    },
    async untilIdle(signal) {
      const unfinished = Prisma.sql`SELECT count(*) AS "count" FROM "Job" WHERE "finishedAt" IS NULL`;
      while (!signal.aborted && isAlive) {
        const [row] = await db.sql<{ count: number | bigint }>(unfinished);
        if (Number(row?.count) === 0) return;
        await delay(LOOK_EVERY);
      }
    },
    async stop() {
      await neighbor.stop();
      await server.kill();
      await server.stop();
      await db.close();
    },
  };
}

/** @param every milliseconds between two calls */
function startNeighbor(api: string, { token, address }: Client, every: number) {
  const [node, ...loader] = typeScript;
  const args = [...loader, 'testing/neighbors/neighbor-program.ts', api, token, address];
  const times = [every, PATIENCE].map(String);
  const { child } = startChild(node, [...args, ...times]);
  let waits: number[] = [];
  let failed = 0;
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    for (const line of lines.trim().split('\n')) {
      const took = Number.parseFloat(line);
      const hasFailed = line.endsWith('failed');
      if (hasFailed) failed += 1;
      waits.push(hasFailed ? PATIENCE : took, ...waitsDuring(took, every));
    }
  });
  return {
    take() {
      const taken = { waits, failed };
      [waits, failed] = [[], 0];
      return taken;
    },
    /** Resolves with its next response. */
    next: () => once(child.stdout, 'data'),
    stop: () => stopChildren([child]),
  };
}

/** The waits of the calls that would have begun during a slow one, which mustn't hide them. */
const waitsDuring = (took: number, every: number): number[] =>
  Array.from({ length: Math.floor(took / every) }, (_, index) => took - (index + 1) * every);
