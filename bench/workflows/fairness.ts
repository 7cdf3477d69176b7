import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure } from '@/bench/figure';
import { signIn } from '@/bench/http/graphql-request';
import type { SqlReader } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { step } from '@/scripts/console/step.mjs';
import { makeDatabase } from './accounts';
import { fillLine, newDatabaseUrl, oneStep, send, serveDatabase, startRequest } from './bench-site';
import { callByClock, p99 } from './timed-calls';

const JOBS = 1_000;
const JOBS_PER_SECOND = 50;
/** So many wait at first that the others wait to the end of the measurement. */
const LINE = { jobs: 12_000, steps: 10, model: 'sandbox/fast' };
const WAITING = 5_000;
const SIGN_INS = 100;
const SIGN_INS_PER_SECOND = 5;
const WARM_UP = 20;
/** Milliseconds. */
const MOST_WAIT = 1_000;
const PATIENCE = 60_000;

/** The time that an account's single jobs and sign-ins wait while thousands of another account's jobs are queued. */
export async function measureFairness(): Promise<Figure[]> {
  const databaseUrl = newDatabaseUrl();
  const [busy, single] = await makeDatabase(databaseUrl, ['plan_enterprise', 'plan_pro']);
  const [busyId = '', singleId = ''] = [busy?.accountId, single?.accountId];
  const email = single?.email ?? '';
  const idle = await onSite(databaseUrl, (api) =>
    step(
      'workflows',
      'signing in on the idle site',
      () => signInsOf(api, email),
      () => ({ text: 'signed in on the idle site' }),
    ),
  );
  await fillLine(databaseUrl, { email: busy?.email ?? '', ...LINE });
  const db = openDatabase(databaseUrl);
  try {
    const { waits, signIns } = await onSite(databaseUrl, (api) =>
      step(
        'workflows',
        'sending single jobs beside them',
        async () => {
          const { token } = await signIn(api, { email });
          const enqueue = startRequest(api, 'enqueueWorkflow', { input: oneStep, token });
          const [times] = await Promise.all([
            signInsOf(api, email),
            callByClock({ count: JOBS, perSecond: JOBS_PER_SECOND }, () => send(enqueue)),
          ]);
          const left = await waitingOf(db.sql, busyId);
          return { waits: await startsOf(db.sql, singleId), signIns: times, left };
        },
        ({ left }) => ({
          ok: left >= WAITING,
          text: `${JOBS.toLocaleString('en')} single jobs sent beside them; ${left.toLocaleString('en')} still wait`,
        }),
      ),
    );
    return [
      figure({
        name: `slowest of ${JOBS.toLocaleString('en')} single jobs beside ${WAITING.toLocaleString('en')} of another account, from acceptance to start, of a second`,
        unit: 'ms',
        measured: [Math.max(...waits)],
        floor: [MOST_WAIT],
        bar: { atMost: 1 },
      }),
      figure({
        name: 'sign-in meanwhile, p99 against the idle site',
        unit: 'ms',
        measured: [p99(signIns)],
        floor: [p99(idle)],
        bar: { atMost: 3 },
      }),
    ];
  } finally {
    await db.close();
  }
}

/** Serves a database while the work runs. @param work gets the address of the API */
async function onSite<Result>(databaseUrl: string, work: (api: string) => Promise<Result>): Promise<Result> {
  const site = await serveDatabase(databaseUrl);
  try {
    return await work(`${site.url}/api/graphql`);
  } finally {
    await site.stop();
  }
}

/** @returns the milliseconds of each, once the site is warm */
async function signInsOf(api: string, email: string): Promise<number[]> {
  for (let count = 0; count < WARM_UP; count += 1) await signIn(api, { email });
  return callByClock({ count: SIGN_INS, perSecond: SIGN_INS_PER_SECOND }, () => signIn(api, { email }));
}

async function waitingOf(rows: SqlReader, accountId: string): Promise<number> {
  const [row] = await rows<{ count: number | bigint }>(
    Prisma.sql`SELECT count(*) AS "count" FROM "Job" WHERE "accountId" = ${accountId} AND "queueState" = 'WAITING'`,
  );
  return Number(row?.count);
}

/** The milliseconds from the acceptance of each job of an account to its start, once all have started. */
export async function startsOf(rows: SqlReader, accountId: string): Promise<number[]> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const jobs = await rows<{ createdAt: Date; startedAt: Date | null }>(
      Prisma.sql`SELECT "createdAt", "startedAt" FROM "Job" WHERE "accountId" = ${accountId}`,
    );
    if (jobs.every(({ startedAt }) => startedAt !== null) || performance.now() > until)
      return jobs.map(
        ({ createdAt, startedAt }) => (startedAt?.getTime() ?? Date.now()) - createdAt.getTime(),
      );
    await delay(100);
  }
}
