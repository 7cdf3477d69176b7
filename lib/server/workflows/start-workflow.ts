import { withFile } from '@/lib/engine/planning/plan-workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { assertCapacity } from '@/lib/server/jobs/ledger/account-capacity';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { acceptJob, hashOf, startedBefore } from '@/lib/server/workflows/accept-job';
import { awaitEnd } from '@/lib/server/workflows/follow-job';
import { jobForWrite, readJob } from '@/lib/server/workflows/get-job';
import { callerOf, plan, type StartInput, slotsFor } from '@/lib/server/workflows/plan-input';
import { readUpload } from '@/lib/server/workflows/read-upload';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { workflowCall } from '@/lib/validation/workflows';

/** The optional parts of a start. */
export interface StartOptions {
  /** The uploaded file, read once the caller may send it, and about how many bytes were announced for it. */
  file?: { announcedBytes?: number; read(): Promise<File> } | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** The job that it runs again, with any changes; null if it runs none again. */
  rerunOf?: string | null | undefined;
  /** W3C Trace Context of the call. */
  traceparent?: string | null | undefined;
  /** How long (ms) orchestrate waits. */
  wait_ms?: number | null | undefined;
  /** Aborted once the caller has left: a workflow or a file that waits to be checked is then dropped. */
  signal?: AbortSignal | undefined;
  /** Called by orchestrate with what ends its wait, and with null once the wait is over. */
  onWait?: ((end: (() => void) | null) => void) | undefined;
}

/**
 * Stores a workflow as a job, which runs from then on whatever becomes of the call.
 * @returns the job as it was stored, QUEUED; for a call with an idempotency key that the account has sent before, perhaps
 *   by another user, the earlier one as it is
 * @throws AppError WORKFLOW_INVALID with all faults; BAD_USER_INPUT, FILE_TOO_LARGE, PLAN_LIMIT_REACHED,
 *   ACCOUNT_CANCELED, QUEUE_FULL, STORAGE_FULL; NOT_FOUND for `rerunOf`; CONFLICT if the key was used for another input
 */
export async function enqueueWorkflow(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  options: StartOptions,
): Promise<JobView> {
  return start(ctx, viewer, input, options, false);
}

/**
 * Runs a workflow and waits for its end. If it takes longer than `wait_ms`, or the caller leaves, the job continues.
 * @throws AppError as enqueueWorkflow
 */
export async function orchestrate(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  options: StartOptions,
): Promise<JobView> {
  const { wait_ms } = parseInput(workflowCall, options);
  const { signal: caller, onWait } = options;
  const job = await start(ctx, viewer, input, options, wait_ms > 0);
  const wait = new AbortController();
  const end = () => wait.abort();
  if (caller?.aborted) end();
  caller?.addEventListener('abort', end, { once: true });
  onWait?.(end);
  try {
    await awaitEnd(ctx, job.id, { milliseconds: wait_ms, signal: wait.signal });
    return await readJob(ctx, viewer, job.id, 'write');
  } finally {
    onWait?.(null);
    caller?.removeEventListener('abort', end);
  }
}

/** The job of a call, stored; the earlier one if the call was sent before. */
async function start(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  options: StartOptions,
  isAwaited: boolean,
): Promise<JobView> {
  authorize(viewer, 'write');
  const call = parseInput(workflowCall, { ...input, ...options });
  const { workflow: planned, waves } = await plan(ctx, viewer, input, {
    hasFile: options.file != null,
    signal: options.signal,
  });
  if (options.file)
    await assertCapacity(ctx, viewer.accountId, call.idempotencyKey ?? null, leastBytesOf(options.file));
  const { textWorker } = workflowsOf(ctx).engine;
  const upload = options.file
    ? await readUpload(await options.file.read(), {
        steps: input.steps,
        decode: (bytes) => textWorker.decodeUpload(bytes, callerOf(viewer, options.signal)),
      })
    : null;
  const workflow = withFile(planned, upload);
  const { rerunOf } = options;
  const keyedInput = [input, upload?.hash ?? null, ...(rerunOf == null ? [] : [{ rerunOf }])];
  if (rerunOf != null) {
    const { idempotencyKey } = call;
    const isRepeated =
      idempotencyKey && (await startedBefore(ctx, viewer, idempotencyKey, hashOf(keyedInput)));
    if (!isRepeated) await jobForWrite(ctx.db.prisma, ctx, viewer, rerunOf, { id: true });
  }
  return acceptJob(
    ctx,
    viewer,
    {
      workflow,
      fileOf: null,
      slots: slotsFor(workflow.steps.length, waves),
      metadata: call.metadata ?? null,
    },
    {
      isAwaited,
      idempotencyKey: call.idempotencyKey,
      keyedInput,
      traceparent: options.traceparent,
      ...(rerunOf != null && { rerun: { of: rerunOf, reused: [], unlessRerun: false } }),
    },
  );
}

/** UTF-16 takes twice the bytes of the text that is stored. */
const leastBytesOf = ({ announcedBytes = 0 }: StartOptions['file'] & {}): number => announcedBytes / 2;
