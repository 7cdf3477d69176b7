import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure } from '@/bench/figure';
import { freePort } from '@/bench/http/start-site';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { step } from '@/scripts/console/step.mjs';
import { RESUMED_WITHIN, untilResumed } from '@/testing/run/loss/sent-jobs';
import { startProductionServer } from '@/testing/run/server-process';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';
import { makeDatabase } from './accounts';
import { fillLine } from './bench-site';

const KILLS = 5;
const JOBS = 2_000;
const PATIENCE = 60_000;

/**
 * How long the jobs of a server that is killed wait until the next one, started at once, runs a step again.
 *
 * @param store as the table names it
 * @param databaseUrl of an empty database
 */
export async function measureResume(store: string, databaseUrl: string): Promise<Figure> {
  await setUpBuild();
  const [admin] = await makeDatabase(databaseUrl, ['plan_pro']);
  await fillLine(databaseUrl, { email: admin?.email ?? '', jobs: JOBS, steps: 10, model: 'sandbox/fast' });
  const milliseconds = await step(
    'workflows',
    'killing a server that runs jobs',
    () => resumeTimes(databaseUrl),
    () => ({ text: `a server that ran jobs was killed ${KILLS} times` }),
  );
  return figure({
    name: `${store}: slowest of ${KILLS}, from SIGKILL to the first step after the restart, of ${RESUMED_WITHIN / 1000} s`,
    unit: 'ms',
    measured: [Math.max(...milliseconds)],
    floor: [RESUMED_WITHIN],
    bar: { atMost: 1 },
    landing: `from killing the server to the next step, the slowest of ${KILLS}`,
  });
}

async function resumeTimes(databaseUrl: string): Promise<number[]> {
  const variables = testVariables(temporaryDirectory(), await freePort());
  const env = { ...variables, DATABASE_URL: databaseUrl };
  const db = openDatabase(databaseUrl);
  let server = await startProductionServer(env);
  const times: number[] = [];
  try {
    while (times.length < KILLS) {
      await untilCalled(db.sql);
      const killedAt = Date.now();
      await server.kill();
      const restarted = startProductionServer(env);
      // If it doesn't start, the code below says so.
      restarted.catch(() => {});
      times.push((await untilResumed(db.sql, killedAt)).milliseconds);
      server = await restarted;
    }
  } finally {
    await server.kill();
    await db.close();
  }
  return times;
}

/** Resolves once a model's call is under way. */
async function untilCalled(rows: SqlReader): Promise<void> {
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    const [call] = await rows<{ jobId: string }>(
      Prisma.sql`SELECT "jobId" FROM "Attempt" WHERE "outcome" = 'RUNNING' LIMIT 1`,
    );
    if (call) return;
    await delay(20);
  }
}
