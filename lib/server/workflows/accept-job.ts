import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { limits } from '@/lib/config/limits';
import { type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { newId } from '@/lib/server/ids';
import type { JobOwner } from '@/lib/server/jobs/ledger/accept-jobs';
import type { Rerun } from '@/lib/server/jobs/ledger/reuse-steps';
import type { SentJob } from '@/lib/server/jobs/ledger/sent-job';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { readJob } from '@/lib/server/workflows/get-job';
import { type JobView, jobJustAccepted } from '@/lib/server/workflows/views/job-view';

/** The job of an earlier call with the same key, whatever has become of the job that it ran again. */
export const startedBefore = (
  { db, now }: WorkflowContext,
  viewer: Viewer,
  idempotencyKey: string,
  inputHash: string,
): Promise<{ id: string } | null> =>
  db.prisma.job.findFirst({
    where: {
      ...{ idempotencyKey, inputHash, ...visibleJobs(viewer, 'admin:write') },
      createdAt: { gt: new Date(now().getTime() - limits.idempotency.lifetime) },
    },
    select: { id: true },
  });

interface AcceptOptions {
  idempotencyKey?: string | null | undefined;
  /** W3C Trace Context of the call. */
  traceparent?: string | null | undefined;
  /** Whether the call waits for the job's end. */
  isAwaited: boolean;
  /** The input that an idempotency key stands for: JSON, the same each time that the call is repeated. */
  keyedInput: unknown;
  /** How it runs an earlier job again; omitted if it doesn't. */
  rerun?: Rerun;
}

/**
 * Stores a job of the viewer's.
 * @returns the job as it was stored, QUEUED; if the same call has started a job before, that job as it is
 * @throws AppError, as acceptJobs returns them
 */
export async function acceptJob(
  ctx: WorkflowContext,
  viewer: Viewer,
  sent: SentJob,
  { isAwaited, idempotencyKey, keyedInput, rerun, traceparent }: AcceptOptions,
): Promise<JobView> {
  const newJob = {
    ...{ id: newId(ctx, 'job'), owner: ownerOf(viewer), ...sent },
    caller: { viewer, access: 'write' as const },
    priority: isAwaited ? ('awaited' as const) : ('single' as const),
    bulkRunId: null,
    rerun: rerun ?? null,
    idempotency: idempotencyKey ? { key: idempotencyKey, inputHash: hashOf(keyedInput) } : null,
    traceparent: traceOf(traceparent),
  };
  const { jobId, createdAt, isNew } = await workflowsOf(ctx).worker.writer.accept(newJob);
  // Reused outcomes are in the database alone.
  const isAllNew = isNew && !rerun?.reused.length;
  return isAllNew ? jobJustAccepted(ctx.db.sql, newJob, createdAt) : readJob(ctx, viewer, jobId, 'write');
}

/** Whose the jobs are that a viewer starts. */
export const ownerOf = ({ accountId, user, via, credentialId }: Viewer): JobOwner => ({
  accountId,
  userId: user.id,
  apiKeyId: via === 'api_key' ? credentialId : null,
});

/** SHA-256 of a JSON value, the same for every order of its keys. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(value))) ?? '')
    .digest('hex');

/** A header that isn't valid is ignored, as W3C Trace Context asks. */
export const traceOf = (header: string | null | undefined): string | null =>
  header && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header) ? header : null;
