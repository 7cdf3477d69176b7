import { stepsAtOnceOf } from '@/lib/config/plans';
import { type Queries, sqlIn } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { updateRows } from '@/lib/server/jobs/ledger/job-rows';
import type { JobAtEpoch } from '@/lib/server/jobs/ledger/ledger-jobs';
import { recoverJobs } from '@/lib/server/jobs/ledger/recover-jobs';
import { type QueuedJob, resume } from '@/lib/server/jobs/ledger/transitions';
import type { Peers } from '@/lib/server/jobs/peers/peers';
import { type JobClocks, MOST_REMEMBERED, type ParkedJob } from '@/lib/server/jobs/worker/job-clocks';
import type { JobWriter } from '@/lib/server/jobs/worker/job-writer';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

// What brings jobs back into their queues that no worker brings on.

/** Returns the jobs of crashed workers to their queues. */
export async function recoverAbandonedJobs(
  ctx: ServerContext,
  writer: JobWriter,
  peers: Peers,
  workerId: string,
): Promise<void> {
  const accountIds = byAccount(await peers.abandonedJobs(ctx.db.sql, workerId)).keys();
  for (const accountId of accountIds)
    await writer.change(accountId, async (tx) => {
      // Their worker may have sent a heartbeat since.
      const jobs = byAccount(await peers.abandonedJobs(sqlIn(tx), workerId)).get(accountId) ?? [];
      await recoverJobs(tx, ctx, jobs, 'worker crashed');
    });
}

/** Dispatches jobs for which their accounts' plans have capacity: a worker that has stopped returned them. */
export async function dispatchWaitingJobs({ db }: ServerContext, writer: JobWriter): Promise<void> {
  const queues = await db.sql<{ accountId: string; planId: string; used: number | bigint }>(Prisma.sql`
    SELECT "accountId", "planId", sum(CASE "queueState" WHEN 'DISPATCHED' THEN "slots" ELSE 0 END) AS "used"
    FROM "Job" JOIN "Account" ON "Account"."id" = "accountId" WHERE "queueState" IN ('DISPATCHED', 'WAITING')
    GROUP BY "accountId", "planId" HAVING sum(CASE "queueState" WHEN 'WAITING' THEN 1 ELSE 0 END) > 0`);
  for (const { accountId, planId, used } of queues)
    if (Number(used) < stepsAtOnceOf(planId)) await writer.dispatch(accountId);
}

/**
 * Returns parked jobs whose time has come to their queues: those that this process remembers by their own clocks, the
 * others by the wall clock.
 */
export async function resumeParkedJobs(
  ctx: ServerContext,
  writer: JobWriter,
  clocks: JobClocks,
): Promise<void> {
  const parked = await ctx.db.sql<ParkedRow & { accountId: string }>(
    Prisma.sql`SELECT "id", "accountId", "parkedUntil" FROM "Job"
      WHERE "queueState" = 'PARKED' AND "parkedUntil" <= ${ctx.now()}`,
  );
  const others = parked.map(({ parkedUntil, ...job }) => ({ ...job, until: parkedUntil.getTime() }));
  const due = new Map([...others, ...clocks.due()].map((job) => [job.id, job]));
  for (const id of due.keys()) if (clocks.isWaiting(id)) due.delete(id);
  for (const [accountId, jobs] of byAccount([...due.values()])) {
    const resumed = new Set(await writer.change(accountId, (tx) => resumeJobs(tx, jobs)));
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

/** @returns the ids of those that were resumed: others have ended, or another process has parked them for longer */
async function resumeJobs(tx: Queries, jobs: readonly ParkedJob[]): Promise<string[]> {
  const untils = new Map(jobs.map(({ id, until }) => [id, until]));
  const parked = await sqlIn(tx)<QueuedJob & ParkedRow>(
    Prisma.sql`SELECT "id", "queueState", "workerId", "epoch", "parkedUntil" FROM "Job"
      WHERE "id" IN ${tx.dialect.listed([...untils.keys()])} AND "queueState" = 'PARKED'`,
  );
  const due = parked.filter(({ id, parkedUntil }) => parkedUntil.getTime() <= (untils.get(id) ?? 0));
  await updateRows(tx, 'Job', ['id'], due.map(resume));
  return due.map(({ id }) => id);
}

/** Remembers the jobs that earlier processes parked. None waits longer from now than it did from its last call. */
export async function rememberParkedJobs({ db }: ServerContext, clocks: JobClocks): Promise<void> {
  const jobs = await db.sql<{
    id: string;
    accountId: string;
    parkedUntil: Date;
    calledAt: Date | number | bigint;
  }>(Prisma.sql`
    SELECT "Job"."id", "accountId", "parkedUntil", max("Attempt"."startedAt") AS "calledAt"
    FROM "Job" JOIN "Attempt" ON "jobId" = "Job"."id" WHERE "queueState" = 'PARKED'
    GROUP BY "Job"."id", "accountId", "parkedUntil" ORDER BY "parkedUntil" LIMIT ${MOST_REMEMBERED}`);
  for (const { id, accountId, parkedUntil, calledAt } of jobs)
    clocks.found({ id, accountId, until: parkedUntil.getTime() }, momentOf(calledAt)?.getTime() ?? 0);
}

/** The jobs that are dispatched to a worker, and whether their cancellation was requested. */
export const dispatchedTo = (
  { db }: ServerContext,
  workerId: string,
): Promise<(JobAtEpoch & { cancelRequestedAt: Date | null })[]> =>
  db.sql(
    Prisma.sql`SELECT "id", "accountId", "epoch", "cancelRequestedAt" FROM "Job"
      WHERE "queueState" = 'DISPATCHED' AND "workerId" = ${workerId}`,
  );

export function byAccount<Job extends { accountId: string }>(jobs: readonly Job[]): Map<string, Job[]> {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const group = groups.get(job.accountId);
    if (group) group.push(job);
    else groups.set(job.accountId, [job]);
  }
  return groups;
}
