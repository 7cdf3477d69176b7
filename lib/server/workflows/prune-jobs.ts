import { jobDaysOf } from '@/lib/config/plans';
import { DAY_MS } from '@/lib/rules/day';
import type { Queries, SqlReader } from '@/lib/server/database/database';
import { emptyFiles } from '@/lib/server/files/file-contents';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { firstBatch, type JobSize, stepCount } from '@/lib/server/jobs/ledger/job-batches';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { isExecution, isExecutionSql } from '@/lib/server/usage/meter-executions';
import { deleteJobs } from '@/lib/server/workflows/delete-job';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** Jobs of an account that are looked at at once. */
const PAGE = 500;
/** Bytes of texts that are removed in about the time that a step takes. */
const BYTES_PER_STEP = 32 * 1024;

/** By account, the last of its oldest jobs whose content was removed. */
export type PrunedTo = Map<string, Pick<Job, 'id' | 'createdAt'>>;

/**
 * Removes what jobs read and wrote once their account's plan no longer keeps it: input, outputs, result, reference and
 * messages. Their counts and costs stay, which their executions are from; jobs that are no executions are deleted.
 * @param isStopped checked before each batch
 * @param prunedTo of earlier calls of this process, which this one continues. An index of jobs with content would be
 *   written with each new job, for a single look per day
 * @returns how many jobs lost their content, or were deleted
 */
export async function pruneJobs(
  ctx: ServerContext,
  isStopped = () => false,
  prunedTo: PrunedTo = new Map(),
): Promise<number> {
  let pruned = 0;
  const accounts = await ctx.db.prisma.account.findMany({ select: { id: true, planId: true } });
  for (const { id: accountId, planId } of accounts) {
    const before = new Date(ctx.now().getTime() - jobDaysOf(planId) * DAY_MS);
    for await (const batch of oldJobs(ctx.db.sql, accountId, before, prunedTo)) {
      await turns.begin('job retention');
      if (isStopped()) return pruned;
      await ctx.db.write((tx) => prune(tx, batch), { accountId });
      pruned += batch.length;
    }
  }
  return pruned;
}

interface OldJob extends JobSize, Pick<Job, 'id' | 'createdAt' | 'status' | 'attempts'> {
  /** Whether its content is no longer kept, was removed before, or is still kept. */
  content: 'OUTDATED' | 'REMOVED' | 'KEPT';
}

/**
 * An account's jobs whose content is no longer kept, in batches of one transaction each. Looks at each job once, and with
 * `prunedTo`, which it moves on, never again at the oldest whose content was removed.
 */
async function* oldJobs(
  rows: SqlReader,
  accountId: string,
  before: Date,
  prunedTo: PrunedTo,
): AsyncGenerator<OldJob[]> {
  let after = prunedTo.get(accountId);
  let areAllPruned = true;
  for (let count = PAGE; count === PAGE; ) {
    await turns.begin('job retention');
    const page = await nextPage(rows, accountId, { before, after });
    let left = page.filter(({ content }) => content === 'OUTDATED');
    while (left.length > 0) {
      const batch = firstBatch(left);
      yield batch;
      left = left.slice(batch.length);
    }
    const firstKept = page.findIndex(({ content }) => content === 'KEPT');
    const last = (firstKept < 0 ? page : page.slice(0, firstKept)).at(-1);
    if (areAllPruned && last) prunedTo.set(accountId, { id: last.id, createdAt: last.createdAt });
    areAllPruned &&= firstKept < 0;
    after = page.at(-1);
    count = page.length;
  }
}

function nextPage(
  rows: SqlReader,
  accountId: string,
  { before, after }: { before: Date; after: Pick<Job, 'id' | 'createdAt'> | undefined },
): Promise<OldJob[]> {
  const onwards = after
    ? Prisma.sql`AND ("createdAt", "id") > (${after.createdAt}, ${after.id})`
    : Prisma.empty;
  const hasContent = Prisma.sql`("workflow" IS NOT NULL OR NOT ${isExecutionSql})`;
  const isOutdated = Prisma.sql`"queueState" = 'ENDED' AND "finishedAt" < ${before} AND ${hasContent}`;
  return rows<OldJob>(Prisma.sql`
    SELECT "id", "createdAt", "status", "attempts",
      CASE WHEN ${isOutdated} THEN ${stepCount} + ("storedBytes" + ${fileBytes}) / ${BYTES_PER_STEP} ELSE 0 END AS "steps",
      CASE WHEN ${isOutdated} THEN 'OUTDATED' WHEN "queueState" <> 'ENDED' OR ${hasContent} THEN 'KEPT' ELSE 'REMOVED' END AS "content"
    FROM "Job" WHERE "accountId" = ${accountId} AND "createdAt" < ${before} ${onwards}
    ORDER BY "createdAt", "id" LIMIT ${PAGE}`);
}

const fileBytes = Prisma.sql`
  (SELECT coalesce(sum("size"), 0) FROM "OutputFile" WHERE "jobId" = "Job"."id")`;

async function prune(tx: Queries, old: readonly OldJob[]): Promise<void> {
  const idsOf = (jobs: readonly OldJob[]) => jobs.map(({ id }) => id);
  await deleteJobs(tx, idsOf(old.filter((job) => !isExecution(job))));
  await removeContent(tx, idsOf(old.filter(isExecution)));
}

async function removeContent(tx: Queries, ids: readonly string[]): Promise<void> {
  const listed = tx.dialect.listed(ids);
  await tx.$executeRaw`
    UPDATE "Job" SET "workflow" = NULL, "metadata" = NULL, "searchMetadata" = '', "errorMessage" = NULL
    WHERE "id" IN ${listed}`;
  await tx.$executeRaw`DELETE FROM "JobFile" WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`DELETE FROM "StepPrompt" WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`
    UPDATE "Approval" SET "text" = '', "edited" = NULL, "instructions" = '', "reason" = NULL, "decidedAs" = NULL
    WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`UPDATE "JobStep" SET "output" = NULL, "errorMessage" = NULL WHERE "jobId" IN ${listed}`;
  await tx.$executeRaw`UPDATE "Attempt" SET "message" = NULL WHERE "jobId" IN ${listed}`;
  await emptyFiles(tx, ids);
  await tx.$executeRaw`
    UPDATE "Delivery" SET "message" = NULL, "response" = NULL
    WHERE "callbackId" IN (SELECT "id" FROM "Callback" WHERE "jobId" IN ${listed})`;
  await updateStorage(tx, ids);
}
