import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { limits, workflowLimits } from '@/lib/config/limits';
import { addressProblem, planWorkflow, withFile } from '@/lib/engine/planning/plan-workflow';
import type { Caller } from '@/lib/engine/text-worker';
import type {
  CallbackInput,
  Fault,
  StepInput,
  Workflow,
  WorkflowInput,
  WorkflowMode,
} from '@/lib/engine/workflow';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { AppError, type ErrorDetails } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import type { JobOwner } from '@/lib/server/jobs/ledger/accept-jobs';
import { assertCapacity } from '@/lib/server/jobs/ledger/account-capacity';
import type { Rerun } from '@/lib/server/jobs/ledger/reuse-steps';
import type { SentJob } from '@/lib/server/jobs/ledger/sent-job';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { awaitEnd } from '@/lib/server/workflows/follow-job';
import { jobForWrite, readJob } from '@/lib/server/workflows/get-job';
import { readUpload } from '@/lib/server/workflows/read-upload';
import { type JobView, jobJustAccepted } from '@/lib/server/workflows/views/job-view';
import { workflowCall } from '@/lib/validation/workflows';

/** A workflow as a call sends it. */
export interface StartInput {
  name?: string | null | undefined;
  input?: string | null | undefined;
  variables?: unknown;
  mode?: WorkflowMode | null | undefined;
  steps: readonly StepInput[];
  callbacks?: readonly CallbackInput[] | null | undefined;
  metadata?: unknown;
}

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

interface AcceptOptions extends Pick<StartOptions, 'idempotencyKey' | 'traceparent'> {
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
 * @throws AppError as enqueueWorkflow, except for faults
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

/**
 * The workflow of an input, ready to run except for its file. Rejects with the signal's reason if it's aborted.
 * @param options.hasFile whether a file comes with it
 * @param options.placeOf the caller's path for a fault's path
 * @param options.signal aborted once the caller has left
 * @throws AppError WORKFLOW_INVALID, BAD_USER_INPUT
 */
export async function plan(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: StartInput,
  {
    hasFile,
    placeOf = (path) => path,
    signal,
  }: { hasFile: boolean; placeOf?: (path: string) => string; signal?: AbortSignal | undefined },
): Promise<{ workflow: Workflow; waves: readonly number[] }> {
  const { name, variables } = parseInput(workflowCall, input);
  const whole: WorkflowInput = {
    name,
    variables: variables ?? {},
    input: input.input ?? '',
    mode: input.mode ?? 'DEPENDENCY',
    steps: input.steps,
    callbacks: input.callbacks ?? [],
  };
  const { catalog, providerNames, textWorker } = workflowsOf(ctx).engine;
  const planned = await planWorkflow(whole, {
    ...{ catalog, providers: providerNames, hasFile },
    planSteps: (steps) => textWorker.plan(steps, callerOf(viewer, signal)),
  });
  const faults = [...(planned.faults ?? []), ...checkCallbackReach(ctx, whole.callbacks)];
  if (planned.faults || faults.length > 0)
    throw invalidWorkflow(faults.map((fault) => ({ ...fault, path: placeOf(fault.path) })));
  return planned;
}

/** Faults of callbacks that this server would never send. Addresses that aren't URLs are faults of the plan. */
export function checkCallbackReach(
  ctx: WorkflowContext,
  callbacks: readonly Pick<CallbackInput, 'url'>[],
): Fault[] {
  return callbacks.flatMap(({ url }, index): Fault[] => {
    if (addressProblem(url)) return [];
    const message = workflowsOf(ctx).callbacks.refusalOf(url);
    return message ? [{ path: `callbacks[${index}].url`, code: 'CALLBACK_INVALID', message }] : [];
  });
}

/** Whom work of a call is done for. @param signal aborted once the caller has left */
export const callerOf = ({ accountId }: Viewer, signal = new AbortController().signal): Caller => ({
  accountId,
  signal,
});

/** UTF-16 takes twice the bytes of the text that is stored. */
const leastBytesOf = ({ announcedBytes = 0 }: StartOptions['file'] & {}): number => announcedBytes / 2;

/** @param faults at least one; of too many, the first are listed */
export const invalidWorkflow = (faults: NonNullable<ErrorDetails['faults']>) =>
  new AppError(
    'WORKFLOW_INVALID',
    `The workflow has ${Math.min(faults.length, workflowLimits.faults)} ${faults.length === 1 ? 'fault' : 'faults'}.`,
    { faults: faults.slice(0, workflowLimits.faults) },
  );

/** How many steps can be under way at the same time: of the longest chain, only one. */
export const slotsFor = (steps: number, waves: readonly number[]): number =>
  Math.min(workflowLimits.stepsAtOnce, steps - Math.max(...waves) + 1);

/** SHA-256 of a JSON value, the same for every order of its keys. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalize(JSON.parse(JSON.stringify(value))) ?? '')
    .digest('hex');

/** A header that isn't valid is ignored, as W3C Trace Context asks. */
export const traceOf = (header: string | null | undefined): string | null =>
  header && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header) ? header : null;
