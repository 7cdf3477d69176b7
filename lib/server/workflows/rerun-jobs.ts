import { createHash } from 'node:crypto';
import { limits } from '@/lib/config/limits';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { reauthorize } from '@/lib/server/auth/write-as';
import type { Queries } from '@/lib/server/database/database';
import { AppError, conflict } from '@/lib/server/errors';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import { findFailedJobs, type LeftOutJob, type RerunFilters } from '@/lib/server/workflows/find-failed-jobs';
import { rerunJob } from '@/lib/server/workflows/rerun-job';
import { hashOf, type StartOptions } from '@/lib/server/workflows/start-workflow';
import { workflowCall } from '@/lib/validation/workflows';

/** The jobs that a call has started, and the others. */
export interface RerunJobsResult {
  /** The new jobs, in the order of the earlier ones: newest first. */
  started: string[];
  leftOut: LeftOutJob[];
  /** Whether further jobs match the filters. */
  hasMore: boolean;
}

interface Chosen {
  ids: string[];
  leftOut: LeftOutJob[];
  hasMore: boolean;
}

/**
 * Runs failed or canceled jobs that match filters again, each as a new job of the viewer's, newest first. Jobs that were
 * run again before, or whose content is no longer kept, are skipped. Refused jobs are too, each with its code.
 * One audit event reports all. With a key, a call that broke off is repeated for the same jobs.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the caller can't see; CONFLICT if the key was used for
 *   another input
 */
export async function rerunJobs(
  ctx: WorkflowContext,
  viewer: Viewer,
  filters: RerunFilters,
  options: Pick<StartOptions, 'idempotencyKey' | 'traceparent'>,
): Promise<RerunJobsResult> {
  authorize(viewer, 'write');
  // Filters say which jobs there are.
  if (Object.values(filters).some((value) => value != null)) authorize(viewer, 'read');
  const { idempotencyKey } = parseInput(workflowCall, options);
  // The same key of another person is another call.
  const inputHash = hashOf({ rerunJobs: filters, userId: viewer.user.id });
  const earlier = idempotencyKey ? await earlierBatch(ctx, viewer, idempotencyKey, inputHash) : null;
  const chosen = earlier ?? (await findFailedJobs(ctx, viewer, filters, 'admin:write'));
  const { ids } = earlier ?? (await recordBatch(ctx, viewer, chosen, idempotencyKey ?? null, inputHash));
  const result: RerunJobsResult = { started: [], leftOut: [...chosen.leftOut], hasMore: chosen.hasMore };
  for (const id of ids) {
    await turns.begin(viewer.accountId);
    try {
      const { traceparent } = options;
      const key = idempotencyKey ? keyOfJob(idempotencyKey, id) : null;
      result.started.push((await rerunJob(ctx, viewer, id, { traceparent, idempotencyKey: key })).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.leftOut.push({ jobId: id, code: error.code, message: error.message });
    }
  }
  return result;
}

/** The jobs that an earlier call with the same key has chosen; null if there was none. */
async function earlierBatch(
  { db, now }: WorkflowContext,
  { accountId }: Viewer,
  idempotencyKey: string,
  inputHash: string,
): Promise<Chosen | null> {
  const batch = await db.prisma.rerunBatch.findUnique({
    where: { accountId_idempotencyKey: { accountId, idempotencyKey } },
  });
  if (!batch || batch.createdAt <= outdatedBefore(now())) return null;
  if (batch.inputHash !== inputHash) throw otherInput();
  return { ids: JSON.parse(batch.jobIds), leftOut: [], hasMore: false };
}

/** Notes which jobs are about to run again, before the first does, with one audit event for all. */
async function recordBatch(
  ctx: WorkflowContext,
  viewer: Viewer,
  { ids }: Chosen,
  idempotencyKey: string | null,
  inputHash: string,
): Promise<{ ids: string[] }> {
  const [first] = ids;
  const { accountId } = viewer;
  return ctx.db.write(
    async (tx: Queries) => {
      const present = await reauthorize(tx, ctx, viewer, 'write');
      if (first === undefined) return { ids };
      if (idempotencyKey !== null) {
        await tx.rerunBatch.deleteMany({
          where: { accountId, createdAt: { lte: outdatedBefore(ctx.now()) } },
        });
        const where = { accountId_idempotencyKey: { accountId, idempotencyKey } };
        const same = await tx.rerunBatch.findUnique({ where });
        if (same && same.inputHash !== inputHash) throw otherInput();
        // The same call has come twice at the same time.
        if (same) return { ids: JSON.parse(same.jobIds) };
        const data = { accountId, idempotencyKey, inputHash, createdAt: ctx.now() };
        await tx.rerunBatch.create({ data: { ...data, jobIds: JSON.stringify(ids) } });
      }
      await recordAudit(tx, ctx, {
        ...{ action: 'job.rerun', actor: present, accountId, entityId: first },
        details: { jobs: ids.length },
      });
      return { ids };
    },
    { accountId },
  );
}

const outdatedBefore = (now: Date): Date => new Date(now.getTime() - limits.idempotency.lifetime);

/** The key of one job's own call: however often all of them are repeated, it runs again once. */
const keyOfJob = (key: string, jobId: string): string =>
  `rerunJobs-${createHash('sha256').update(`${key} ${jobId}`).digest('hex')}`;

const otherInput = () =>
  conflict('This idempotency key was used in your account for another input. Send a new key for a new call.');
