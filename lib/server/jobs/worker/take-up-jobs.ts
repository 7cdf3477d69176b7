import { stepsAtOnceOf } from '@/lib/config/plans';
import { type Queries, rowsIn } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import type { JobStore } from '@/lib/server/jobs/ledger/job-store';
import { recoverJobs } from '@/lib/server/jobs/ledger/recover-jobs';
import { type JobClocks, MOST_REMEMBERED, type ParkedJob } from '@/lib/server/jobs/worker/job-clocks';
import { lostJobs } from '@/lib/server/jobs/worker/present-workers';
import type { ServerContext } from '@/lib/server/runtime/context';
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

/**
 * Puts parked jobs whose time has come back into their lines, from which they go on: those that this process remembers
 * by their own clocks, the others by the wall clock.
 */
export async function takeUpParkedJobs(
  ctx: ServerContext,
  store: JobStore,
  clocks: JobClocks,
): Promise<void> {
  const parked = await ctx.db.rows<ParkedRow & { accountId: string }>(
    Prisma.sql`SELECT "id", "accountId", "parkedUntil" FROM "Job"
      WHERE "turn" = 'PARKED' AND "parkedUntil" <= ${ctx.now()}`,
  );
  const others = parked.map(({ parkedUntil, ...job }) => ({ ...job, until: parkedUntil.getTime() }));
  const due = new Map([...others, ...clocks.due()].map((job) => [job.id, job]));
  for (const id of due.keys()) if (clocks.isWaiting(id)) due.delete(id);
  for (const [accountId, jobs] of byAccount([...due.values()])) {
    const resumed = new Set(await store.change(accountId, (tx) => resumeParkedJobs(tx, jobs)));
    for (const job of jobs) {
      if (resumed.has(job.id)) clocks.unpark(job.id);
      else clocks.forget(job);
    }
  }
}

interface ParkedRow {
  id: string;
  parkedUntil: Date;
}

/** @returns the ids of those that were put back: others have ended, or another process has parked them for longer */
async function resumeParkedJobs(tx: Queries, jobs: readonly ParkedJob[]): Promise<string[]> {
  const untils = new Map(jobs.map(({ id, until }) => [id, until]));
  const parked = await rowsIn(tx)<ParkedRow>(
    Prisma.sql`SELECT "id", "parkedUntil" FROM "Job"
      WHERE "id" IN ${tx.dialect.listed([...untils.keys()])} AND "turn" = 'PARKED'`,
  );
  const ids = parked
    .filter(({ id, parkedUntil }) => parkedUntil.getTime() <= (untils.get(id) ?? 0))
    .map(({ id }) => id);
  await tx.$executeRaw`UPDATE "Job" SET "turn" = 'WAITING' WHERE "id" IN ${tx.dialect.listed(ids)}`;
  return ids;
}

/** Remembers the jobs that earlier processes parked. None waits longer from now than it did from its last call. */
export async function rememberParkedJobs({ db }: ServerContext, clocks: JobClocks): Promise<void> {
  const jobs = await db.rows<{
    id: string;
    accountId: string;
    parkedUntil: Date;
    calledAt: Date | number | bigint;
  }>(Prisma.sql`
    SELECT "Job"."id", "accountId", "parkedUntil", max("Attempt"."startedAt") AS "calledAt"
    FROM "Job" JOIN "Attempt" ON "jobId" = "Job"."id" WHERE "turn" = 'PARKED'
    GROUP BY "Job"."id", "accountId", "parkedUntil" ORDER BY "parkedUntil" LIMIT ${MOST_REMEMBERED}`);
  for (const { id, accountId, parkedUntil, calledAt } of jobs)
    clocks.found({ id, accountId, until: parkedUntil.getTime() }, momentOf(calledAt)?.getTime() ?? 0);
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
