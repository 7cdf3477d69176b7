import path from 'node:path';
import { documents } from '@/bench/documents';
import { type Figure, figure, median } from '@/bench/figure';
import { graphqlRequest, signIn } from '@/bench/http/graphql-request';
import { freePort, type MeasuredServer, startSite } from '@/bench/http/start-site';
import { measureInRounds } from '@/bench/rounds';
import { runJsonProgram } from '@/bench/run-json-program';
import { makeDatabase } from '@/bench/workflows/accounts';
import {
  newDatabaseUrl,
  oneStep,
  send,
  serveDatabase,
  startRequest,
  unlimited,
} from '@/bench/workflows/bench-site';
import { startsOf } from '@/bench/workflows/fairness';
import { callByClock, p99 } from '@/bench/workflows/timed-calls';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { step } from '@/scripts/console/step.mjs';
import { startPostgres } from '@/testing/postgres/start-postgres';
import { startRows, untilCompleted } from '@/testing/run/loss/bulk-run';
import { sampleMemory } from '@/testing/run/resident-memory';
import { startWorker } from '@/testing/run/server-process';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

const ROWS = 10_000;
const count = ROWS.toLocaleString('en');
const COMMIT_SECONDS = 4;
const ME_PER_SECOND = 25;
const IDLE_SECONDS = 20;
/** Milliseconds. */
const MOST_WAIT = 1_000;
/** MB. */
const MOST_MEMORY = 350;
const ROUNDS = 3;

/**
 * A bulk run on SQLite: its pace, the server's memory during it, and the waits of another account's calls and jobs.
 *
 * @throws Stop if the site can't be built or doesn't start
 */
export async function measureBulk(): Promise<Figure[]> {
  const databaseUrl = newDatabaseUrl();
  const [busy, other] = await makeDatabase(databaseUrl, ['plan_enterprise', 'plan_pro']);
  const site = await serveDatabase(databaseUrl);
  const db = openDatabase(databaseUrl);
  try {
    const api = `${site.url}/api/graphql`;
    const { token } = await signIn(api, { email: other?.email ?? '' });
    const me = graphqlRequest(api, { query: documents.me, token });
    const enqueue = startRequest(api, 'enqueueWorkflow', { input: oneStep, token });
    /** Calls `me` for a second, and sends a job. */
    const second = async () => {
      const [waits] = await Promise.all([
        callByClock({ count: ME_PER_SECOND, perSecond: ME_PER_SECOND }, () => send(me)),
        send(enqueue),
      ]);
      return waits;
    };
    const seconds = async (isOver: (passed: number) => boolean) => {
      const waits: number[] = [];
      for (let passed = 0; !isOver(passed); passed += 1) waits.push(...(await second()));
      return waits;
    };
    await seconds((passed) => passed === IDLE_SECONDS / 4);
    const idle = await seconds((passed) => passed === IDLE_SECONDS);
    const commits = await runJsonProgram<number>(
      'bench/workflows/commits-program.ts',
      [path.join(temporaryDirectory(), 'rows.db'), String(COMMIT_SECONDS)],
      { advice: "The rows couldn't be committed; the lines above say why." },
    );
    const samples = await sampleMemory(site.pid);
    let isOver = false;
    const running = runRows(site, busy?.email ?? '', db.sql).finally(() => {
      isOver = true;
    });
    const during = await seconds(() => isOver);
    const rate = await running;
    const memory = samples();
    const third = Math.floor(memory.length / 3);
    const starts = await startsOf(db.sql, other?.accountId ?? '');
    const one = (name: string, unit: string, measured: number, floor: number, bar: Figure['bar']) =>
      figure({ name, unit, measured: [measured], floor: [floor], bar: bar ?? undefined });
    const atMost = (most: number) => ({ atMost: most });
    return [
      one(
        `SQLite: ${count} rows of a sandbox step, 16 at once, against commits of a row`,
        'per second',
        rate,
        commits,
        { atLeast: 0.1 },
      ),
      one('memory at most during it, of 350 MB', 'MB', Math.max(...memory), MOST_MEMORY, atMost(1)),
      one(
        'memory: last third of the rows, against the middle third',
        'MB',
        median(memory.slice(2 * third)),
        median(memory.slice(third, 2 * third)),
        atMost(1.05),
      ),
      one('me during it, p99 against the idle site', 'ms', p99(during), p99(idle), atMost(3)),
      one('me during it, p50 against the idle site', 'ms', median(during), median(idle), null),
      one(
        `slowest of ${starts.length} single jobs of another account, from acceptance to start, of a second`,
        'ms',
        Math.max(...starts),
        MOST_WAIT,
        atMost(1),
      ),
    ];
  } finally {
    await db.close();
    await site.stop();
  }
}

/** The pace of a bulk run on PostgreSQL with two workers, against one. @throws Stop if there is no PostgreSQL */
export async function measurePostgresBulk(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgres.createDatabase('bulk');
    const [admin] = await makeDatabase(databaseUrl, ['plan_enterprise']);
    const env = { ...unlimited, DATABASE_URL: databaseUrl };
    const site = await startSite({ ...env, RUN_JOBS: 'off' });
    const db = openDatabase(databaseUrl);
    const measure = async (workers: number) => {
      const running = await Promise.all(
        Array.from({ length: workers }, async () =>
          startWorker({ ...testVariables(temporaryDirectory(), await freePort()), ...env }),
        ),
      );
      const rate = await runRows(site, admin?.email ?? '', db.sql);
      await Promise.all(running.map((worker) => worker.stop()));
      return rate;
    };
    try {
      const [one = [], two = []] = await measureInRounds([1, 2], ROUNDS, measure, { warmUp: 0 });
      return [
        figure({
          name: `PostgreSQL: ${count} rows of a sandbox step on two workers, against one`,
          unit: 'per second',
          measured: two,
          floor: one,
          bar: { atLeast: 1.5 },
        }),
      ];
    } finally {
      await db.close();
      await site.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** Runs the rows of a file for an account. @returns rows per second */
async function runRows(site: MeasuredServer, email: string, rows: SqlReader): Promise<number> {
  const { token } = await signIn(`${site.url}/api/graphql`, { email });
  return step(
    'bulk',
    `running ${count} rows`,
    async () => {
      const id = await startRows(Number(new URL(site.url).port), token, ROWS);
      const { createdAt, finishedAt } = await untilCompleted(rows, id, ROWS);
      return (ROWS * 1000) / ((finishedAt ?? new Date()).getTime() - createdAt.getTime());
    },
    (rate) => ({ text: `${count} rows run, ${Math.round(rate)} per second` }),
  );
}
