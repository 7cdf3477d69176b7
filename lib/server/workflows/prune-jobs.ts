import { jobDaysOf } from '@/lib/config/plans';
import { DAY_MS } from '@/lib/rules/day';
import type { Queries, ReadRows } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { deleteJobs, updateStorage } from '@/lib/server/workflows/store/account-storage';
import { isExecution, isExecutionSql } from '@/lib/server/workflows/store/is-execution';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** Jobs of one transaction, so that others can write in between. */
const BATCH = 500;

/**
 * Removes what jobs read and wrote once their account's plan no longer keeps it: input, outputs, result, reference and
 * messages. Their counts and costs stay, which their executions are from; jobs that are no executions are deleted.
 * @param isStopped checked before each batch
 * @returns how many jobs lost their content, or were deleted
 */
export async function pruneJobs(ctx: ServerContext, isStopped = () => false): Promise<number> {
  let pruned = 0;
  const accounts = await ctx.db.read.account.findMany({ select: { id: true, planId: true } });
  for (const { id: accountId, planId } of accounts) {
    const before = new Date(ctx.now().getTime() - jobDaysOf(planId) * DAY_MS);
    // Each batch begins where the last one ended, so that none reads the same jobs again.
    let from = new Date(0);
    while (!isStopped()) {
      const old = await oldJobs(ctx.db.rows, accountId, { from, before });
      const last = old.at(-1);
      if (!last) break;
      await ctx.db.write((tx) => prune(tx, old), { accountId });
      pruned += old.length;
      from = last.createdAt;
    }
  }
  return pruned;
}

type OldJob = Pick<Job, 'id' | 'createdAt' | 'status' | 'attempts'>;

const oldJobs = (
  rows: ReadRows,
  accountId: string,
  { from, before }: { from: Date; before: Date },
): Promise<OldJob[]> =>
  rows<OldJob>(Prisma.sql`
    SELECT "id", "createdAt", "status", "attempts" FROM "Job"
    WHERE "accountId" = ${accountId} AND "turn" = 'ENDED' AND ("workflow" IS NOT NULL OR NOT ${isExecutionSql})
      AND "createdAt" >= ${from} AND "createdAt" < ${before} AND "finishedAt" < ${before}
    ORDER BY "createdAt", "id" LIMIT ${BATCH}`);

async function prune(tx: Queries, old: readonly OldJob[]): Promise<void> {
  const idsOf = (jobs: readonly OldJob[]) => jobs.map(({ id }) => id);
  await deleteJobs(tx, idsOf(old.filter((job) => !isExecution(job))));
  await removeContent(tx, idsOf(old.filter(isExecution)));
}

async function removeContent(tx: Queries, ids: readonly string[]): Promise<void> {
  const listed = tx.dialect.listed(ids);
  await tx.$executeRaw`
    UPDATE "Job" SET "workflow" = NULL, "metadata" = NULL, "errorMessage" = NULL WHERE "id" IN ${listed}`;
  await tx.$executeRaw`DELETE FROM "JobFile" WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`UPDATE "JobStep" SET "output" = NULL, "errorMessage" = NULL WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`UPDATE "Attempt" SET "message" = NULL WHERE "jobId" IN ${listed}`;
  await updateStorage(tx, ids);
}

/**
 * Prunes jobs now and once a day.
 * @returns stops it, after the current batch
 */
export function pruneJobsDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const prune = async () => {
    try {
      const jobs = await ctx.db.alone('job retention', () => pruneJobs(ctx, () => stopped));
      if (jobs) logger.info({ jobs }, "The content of jobs past their plan's days was removed");
    } catch (err) {
      logger.error({ err }, "The content of jobs past their plan's days couldn't be removed");
    }
  };
  const first = prune();
  const end = repeat(DAY_MS, prune);
  return async () => {
    stopped = true;
    await Promise.all([first, end()]);
  };
}
