import { createHash } from 'node:crypto';
import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import { type Queries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { AppError, conflict } from '@/lib/server/errors';
import { capacitiesOf } from '@/lib/server/jobs/ledger/account-capacity';
import { leastBytesOfRerun } from '@/lib/server/jobs/ledger/account-storage';
import { RerunBefore } from '@/lib/server/jobs/ledger/reuse-steps';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { hashOf } from '@/lib/server/workflows/accept-job';
import { type FailedJobs, findFailedJobs, type RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { checkRerun, rerunJob } from '@/lib/server/workflows/rerun-job';
import type { StartOptions } from '@/lib/server/workflows/start-workflow';
import { workflowCall } from '@/lib/validation/workflows';
import { Prisma, type RerunBatch } from '@/prisma/generated/prisma/client';

/** The jobs that a call has started, and the others. */
export interface RerunJobsResult extends Omit<FailedJobs, 'ids'> {
  /** The new jobs, in the order of the earlier ones: newest first. */
  started: string[];
}

/**
 * Runs failed or canceled jobs that match filters, or are named, again, each as a new job of the viewer's, newest first. A job that was
 * run again before is skipped, also if another call is running it. Refused jobs are too, each with its code.
 * One audit event reports the chosen jobs. With a key, a call that broke off is repeated for the same jobs. If the
 * account can't take any of them, nothing is stored.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a job, or a user whose jobs, the caller can't see; CONFLICT if the key was used for
 *   another input; ACCOUNT_CANCELED, PLAN_LIMIT_REACHED, QUEUE_FULL, STORAGE_FULL if the account can't take any of the jobs
 */
export async function rerunJobs(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  options: Pick<StartOptions, 'idempotencyKey' | 'traceparent' | 'signal'>,
): Promise<RerunJobsResult> {
  authorize(viewer, 'write');
  // Filters say which jobs there are.
  if (Object.values(filters).some((value) => value != null)) authorize(viewer, 'read');
  const { idempotencyKey } = parseInput(workflowCall, options);
  // The same key is another call for another person, and once a person sees other jobs.
  const { userId: only = null } = visibleJobs(viewer, 'admin:write');
  const inputHash = hashOf({ rerunJobs: filters, userId: viewer.user.id, only });
  const call = idempotencyKey ? { accountId: viewer.accountId, idempotencyKey, inputHash } : null;
  const { ids, ...found } =
    (call && (await earlierChoice(ctx.db.prisma, call, ctx.now()))) ??
    (await recordChoice(ctx, viewer, call, await choose(ctx, viewer, filters, options.signal)));
  const result: RerunJobsResult = { ...found, started: [] };
  for (const id of ids) {
    await turns.begin(viewer.accountId);
    try {
      const { traceparent } = options;
      const key = idempotencyKey ? keyOfJob(idempotencyKey, id) : null;
      const job = await rerunJob(ctx, viewer, id, { traceparent, idempotencyKey: key, unlessRerun: true });
      result.started.push(job.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error instanceof RerunBefore ? 'ALREADY_RERUN' : error.code;
      result.leftOut.push({ jobId: id, code, message: error.message });
    }
  }
  return result;
}

/** Until it's recorded, a choice ends with its caller. */
async function choose(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  signal: AbortSignal | undefined,
): Promise<FailedJobs> {
  await assertTakesJob(sqlIn(ctx.db.prisma), ctx, viewer.accountId, 0);
  return findFailedJobs(ctx, viewer, filters, {
    accountWide: 'admin:write',
    check: async (id) => {
      await turns.begin(viewer.accountId, signal);
      await checkRerun(ctx, viewer, id, signal);
    },
  });
}

/** @throws AppError if the account can't take a job of so many bytes */
async function assertTakesJob(
  rows: SqlReader,
  { now }: Pick<ServerContext, 'now'>,
  accountId: string,
  storedBytes: number,
): Promise<void> {
  const capacityOf = await capacitiesOf(rows, [accountId], 1, now());
  const refusal = capacityOf(accountId).take(() => ({ storedBytes }));
  if (refusal instanceof AppError) throw refusal;
}

/** A call that can be repeated. */
type KeyedCall = Pick<RerunBatch, 'accountId' | 'idempotencyKey' | 'inputHash'>;

/** The choice of an earlier call with the same key; null if there was none. @throws AppError CONFLICT */
async function earlierChoice(
  queries: Queries,
  { accountId, idempotencyKey, inputHash }: KeyedCall,
  now: Date,
): Promise<FailedJobs | null> {
  const batch = await queries.rerunBatch.findUnique({
    where: { accountId_idempotencyKey: { accountId, idempotencyKey } },
  });
  if (!batch || batch.createdAt <= outdatedBefore(now)) return null;
  if (batch.inputHash !== inputHash) throw otherInput();
  return JSON.parse(batch.choice);
}

/**
 * Notes which jobs are about to run again, before the first does, with one audit event for all.
 * @param call null if it has no key
 * @returns the choice; if the same call has come twice at the same time, that of the first
 */
async function recordChoice(
  ctx: WorkflowContext,
  viewer: Viewer,
  call: KeyedCall | null,
  choice: FailedJobs,
): Promise<FailedJobs> {
  const { accountId } = viewer;
  return ctx.db.write(
    async (tx: Queries) => {
      const present = await reauthorize(tx, ctx, viewer, 'write');
      const earlier = call && (await earlierChoice(tx, call, ctx.now()));
      if (earlier) return earlier;
      const left = await leftToRun(sqlIn(tx), choice.ids);
      const [first] = left;
      if (!first) return choice;
      const least = Math.min(...left.map(({ bytes }) => Number(bytes)));
      await assertTakesJob(sqlIn(tx), ctx, accountId, least);
      if (call) {
        const { idempotencyKey, inputHash } = call;
        const data = { inputHash, createdAt: ctx.now(), choice: JSON.stringify(choice) };
        const where = { accountId_idempotencyKey: { accountId, idempotencyKey } };
        await tx.rerunBatch.upsert({ where, create: { accountId, idempotencyKey, ...data }, update: data });
      }
      await recordAudit(tx, ctx, {
        ...{ action: 'job.rerun', actor: present, accountId, entityId: first.id },
        details: { jobs: left.length },
      });
      return choice;
    },
    { accountId },
  );
}

/** The given jobs that nobody has run again since, newest first, with the bytes that each takes at least. */
const leftToRun = (
  rows: SqlReader,
  ids: readonly string[],
): Promise<{ id: string; bytes: number | bigint }[]> =>
  rows(Prisma.sql`
    SELECT "id", ${leastBytesOfRerun} AS "bytes" FROM "Job" WHERE "id" IN ${rows.dialect.listed(ids)}
      AND NOT EXISTS (SELECT 1 FROM "Rerun" WHERE "ofJobId" = "Job"."id")
    ORDER BY "createdAt" DESC, "id" DESC`);

/**
 * Removes the choices of calls that can no longer be repeated, account by account.
 * @param isStopped asked before each account
 */
export async function pruneReruns(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  isStopped: () => boolean,
): Promise<void> {
  const createdAt = { lte: outdatedBefore(now()) };
  const accounts = await db.prisma.rerunBatch.groupBy({ by: ['accountId'], where: { createdAt } });
  for (const { accountId } of accounts) {
    if (isStopped()) return;
    const where = { accountId, createdAt };
    await db.write((tx) => tx.rerunBatch.deleteMany({ where }), { accountId, priority: 'background' });
  }
}

const outdatedBefore = (now: Date): Date => new Date(now.getTime() - limits.idempotency.lifetime);

/** The key of one job's own call: however often all of them are repeated, it runs again once. */
const keyOfJob = (key: string, jobId: string): string =>
  `rerunJobs-${createHash('sha256').update(`${key} ${jobId}`).digest('hex')}`;

const otherInput = () =>
  conflict('This idempotency key was used in your account for another input. Send a new key for a new call.');
