import { stepsAtOnceOf } from '@/lib/config/plans';
import { rowsIn } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { lostJobs } from '@/lib/server/workflows/run/present-workers';
import type { JobStore } from '@/lib/server/workflows/store/job-store';
import { recoverJobs } from '@/lib/server/workflows/store/recover-jobs';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Puts the jobs of processes that have ended without a word back into their lines, from which they go on. */
export async function takeUpLostJobs(ctx: ServerContext, store: JobStore, workerId: string): Promise<void> {
  const accountIds = byAccount(await lostJobs(ctx.db.rows, workerId)).keys();
  for (const accountId of accountIds)
    await store.change(accountId, async (tx) => {
      // Their process may have reported in meanwhile.
      const jobs = byAccount(await lostJobs(rowsIn(tx), workerId)).get(accountId) ?? [];
      await recoverJobs(tx, ctx, jobs, 'lost');
    });
}

/** Lets jobs go for which their accounts' plans have room: a process that has stopped gave them back. */
export async function takeUpWaitingJobs({ db }: ServerContext, store: JobStore): Promise<void> {
  const lines = await db.rows<{ accountId: string; planId: string; used: number | bigint }>(Prisma.sql`
    SELECT "accountId", "planId", sum(CASE "turn" WHEN 'DISPATCHED' THEN "slots" ELSE 0 END) AS "used"
    FROM "Job" JOIN "Account" ON "Account"."id" = "accountId" WHERE "turn" IN ('DISPATCHED', 'WAITING')
    GROUP BY "accountId", "planId" HAVING sum(CASE "turn" WHEN 'WAITING' THEN 1 ELSE 0 END) > 0`);
  for (const { accountId, planId, used } of lines)
    if (Number(used) < stepsAtOnceOf(planId)) await store.dispatch(accountId);
}

/** Puts parked jobs whose time has come back into their lines, from which they go on. */
export async function takeUpParkedJobs({ db, now: clock }: ServerContext, store: JobStore): Promise<void> {
  const now = clock();
  const parked = await db.rows<{ accountId: string }>(
    Prisma.sql`SELECT DISTINCT "accountId" FROM "Job" WHERE "turn" = 'PARKED' AND "parkedUntil" <= ${now}`,
  );
  for (const { accountId } of parked)
    await store.change(
      accountId,
      (tx) => tx.$executeRaw`
        UPDATE "Job" SET "turn" = 'WAITING'
        WHERE "accountId" = ${accountId} AND "turn" = 'PARKED' AND "parkedUntil" <= ${now}`,
    );
}

export function byAccount<Job extends { accountId: string }>(jobs: readonly Job[]): Map<string, Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const group = groups.get(job.accountId);
    if (group) group.push(job);
    else groups.set(job.accountId, [job]);
  }
  return groups;
}
