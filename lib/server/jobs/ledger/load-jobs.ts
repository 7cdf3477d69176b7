import { addCosts, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import type { TokenUsage } from '@/lib/engine/models/provider';
import {
  type AnsweredPiece,
  type EarlierAttempt,
  pendingStep,
  type StepState,
  type TakenJob,
  type Tally,
} from '@/lib/engine/run/run-store';
import type { RunError, Workflow } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/storable-json';
import type { ReadRows } from '@/lib/server/database/database';
import type { NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import type { DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

interface LoadedJob {
  id: string;
  createdAt: Date;
  startedAt: Date | null;
  losses: number;
  workflow: string | null;
  file: string | null;
  traceparent: string | null;
}

/** Bytes of JSON that are read at once, unless a single job has more: its text and its objects are in memory together. */
const BATCH_BYTES = 64 * 1024 * 1024;

/**
 * Jobs with all that a run needs to begin or go on, as they are stored. Left out are those that were deleted, and those
 * whose workflow can't be read.
 */
export async function loadJobs(rows: ReadRows, jobs: readonly DispatchedJob[]): Promise<TakenJob[]> {
  const loaded: TakenJob[] = [];
  for (const batch of inBatches(jobs)) loaded.push(...(await loadBatch(rows, batch)));
  return loaded;
}

function inBatches(jobs: readonly DispatchedJob[]): DispatchedJob[][] {
  const batches: DispatchedJob[][] = [];
  let room = 0;
  for (const job of jobs) {
    const batch = batches.at(-1);
    const bytes = job.bytes + job.outputBytes;
    if (batch && bytes <= room) batch.push(job);
    else {
      batches.push([job]);
      room = BATCH_BYTES;
    }
    room -= bytes;
  }
  return batches;
}

/** A job that has just been stored, as loading it would give it. */
export const newlyTaken = (
  { workflow, traceparent }: NewJob,
  createdAt: Date,
  { id, accountId, epoch, slots, outputBounds }: DispatchedJob,
): TakenJob => ({
  id,
  accountId,
  outputBounds,
  traceparent,
  epoch,
  slots,
  losses: 0,
  createdAt: createdAt.getTime(),
  startedAt: null,
  // As both databases store it.
  workflow: { ...JSON.parse(storableJson({ ...workflow, file: null })), file: workflow.file },
  steps: workflow.steps.map((_, position) => pendingStep(position)),
  lastModel: null,
  attempts: [],
});

async function loadBatch(rows: ReadRows, jobs: readonly DispatchedJob[]): Promise<TakenJob[]> {
  const ids = rows.dialect.listed(jobs.map(({ id }) => id));
  const [loaded, steps, attempts] = await Promise.all([
    rows<LoadedJob>(
      Prisma.sql`
        SELECT "id", "createdAt", "startedAt", "losses", "workflow", "text" AS "file", "traceparent"
        FROM "Job" LEFT JOIN "JobFile" ON "jobId" = "id" WHERE "id" IN ${ids}`,
    ),
    rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position"`),
    rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position", "number"`,
    ),
  ]);
  const byId = new Map(loaded.map((job) => [job.id, job]));
  const stepsOf = grouped(steps);
  const attemptsOf = grouped(attempts);
  return jobs.flatMap((job): TakenJob[] => {
    const stored = byId.get(job.id);
    const itsSteps = stepsOf.get(job.id) ?? [];
    const workflow = workflowIn(stored, itsSteps);
    if (!stored || !workflow) return [];
    const made = attemptsOf.get(job.id) ?? [];
    return [
      {
        id: job.id,
        accountId: job.accountId,
        outputBounds: job.outputBounds,
        traceparent: stored.traceparent,
        epoch: job.epoch,
        slots: job.slots,
        losses: stored.losses,
        createdAt: stored.createdAt.getTime(),
        startedAt: stored.startedAt?.getTime() ?? null,
        workflow,
        steps: itsSteps.map((step) => stateOf(step, made)),
        lastModel: lastCalled(made),
        attempts: made.map(earlierAttempt),
      },
    ];
  });
}

/** A stored workflow; null if it can't be read, or isn't that of these steps. */
function workflowIn(job: LoadedJob | undefined, steps: readonly JobStep[]): Workflow | null {
  const workflow = valueIn(job?.workflow ?? null) as Workflow | null | undefined;
  const isReadable =
    Array.isArray(workflow?.steps) &&
    workflow.steps.length === steps.length &&
    workflow.steps.every((step, position) => step?.id === steps[position]?.stepId);
  return isReadable ? withLaterFields(workflow, job?.file ?? null) : null;
}

/** What a job is started with. */
export type SentJob = Pick<NewJob, 'workflow' | 'fileOf' | 'slots' | 'metadata'>;

/**
 * What a stored job was started with; null if that is no longer kept. Whether it has a file is read from the workflow:
 * the file's own row may be gone by the next statement.
 */
export function sentWith({
  id,
  slots,
  ...texts
}: Pick<Job, 'id' | 'workflow' | 'slots' | 'metadata'>): SentJob | null {
  const stored = valueIn(texts.workflow) as Workflow | null | undefined;
  if (!stored) return null;
  const workflow = withLaterFields(stored, null);
  const hasFileApart = workflow.file === null && workflow.fileName !== null;
  return { workflow, fileOf: hasFileApart ? id : null, slots, metadata: valueIn(texts.metadata) };
}

/** Jobs that were stored before there were preprocessors lack what belongs to them, and had their file inside. */
const withLaterFields = (workflow: Workflow, file: string | null): Workflow => ({
  ...{ fileName: null, fileEncoding: null },
  ...workflow,
  file: file ?? workflow.file,
  steps: workflow.steps.map((step) => ({ ...{ preprocessors: [] }, ...step })),
});

/** The value of a stored JSON; undefined if it can't be read. */
function valueIn(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function grouped<Row extends { jobId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.jobId);
    if (group) group.push(row);
    else groups.set(row.jobId, [row]);
  }
  return groups;
}

/**
 * The state of a step. An output that can't be read is undefined, which no task takes for its own.
 * @param attempts of its job: what it has used is summed from them, its own row has it only once it has settled
 */
export const stateOf = (step: JobStep, attempts: readonly Attempt[]): StepState => ({
  position: step.position,
  status: step.status,
  output: valueIn(step.output),
  outputBytes: step.output === null ? 0 : Buffer.byteLength(step.output),
  error: errorOf(step),
  model: step.model,
  reason: step.reason,
  fallbacks: (valueIn(step.fallbacks) ?? []) as string[],
  truncated: step.truncated,
  latencyMs: step.latencyMs,
  startedAt: step.startedAt?.getTime() ?? null,
  finishedAt: step.finishedAt?.getTime() ?? null,
  waitingUntil: step.waitingUntil?.getTime() ?? null,
  pieces: piecesIn(step.pieces),
  ...tallyOf(attempts.filter(({ position }) => position === step.position)),
});

export const earlierAttempt = ({
  position,
  number,
  model,
  outcome,
  ...attempt
}: Attempt): EarlierAttempt => ({
  position,
  number,
  model,
  outcome,
  code: attempt.code,
  message: attempt.message,
  retryAt: attempt.retryAt?.getTime() ?? null,
  startedAt: attempt.startedAt.getTime(),
  endedAt: attempt.startedAt.getTime() + (attempt.milliseconds ?? 0),
});

/** Answered pieces; those that can't be read are asked for again. */
function piecesIn(json: string | null): AnsweredPiece[] {
  const pieces = valueIn(json);
  if (!Array.isArray(pieces)) return [];
  return pieces.map((piece: AnsweredPiece) => ({ ...piece, bytes: piece.bytes ?? jsonBytes(piece.output) }));
}

/** Of pieces that were stored before their bytes were counted. */
const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The error of a job or step. */
export const errorOf = ({
  errorCode,
  errorMessage,
  errorStepId,
}: Pick<JobStep, 'errorCode' | 'errorMessage' | 'errorStepId'>): RunError | null =>
  errorCode === null
    ? null
    : { code: errorCode as RunError['code'], message: errorMessage ?? '', stepId: errorStepId };

/** The sums of a step's attempts. */
export function tallyOf(attempts: readonly Attempt[]): Tally {
  const tally: Tally = { attempts: 0, lastNumber: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 };
  for (const attempt of attempts) {
    tally.lastNumber = Math.max(tally.lastNumber, attempt.number);
    if (attempt.outcome !== 'PASSED_OVER') tally.attempts += 1;
    const usage = usageOf(attempt);
    tally.tokensIn += tokensIn(usage);
    tally.tokensOut += tokensOut(usage);
    tally.costNanos = addCosts(tally.costNanos, nanosOf(attempt.costNanos));
  }
  return tally;
}

export const usageOf = (attempt: Attempt): TokenUsage => ({
  input: attempt.inputTokens,
  cachedInput: attempt.cachedInputTokens,
  cacheWrite: attempt.cacheWriteTokens,
  output: attempt.outputTokens,
  reasoning: attempt.reasoningTokens,
});

/** A stored cost in nano-dollars; null if it is unknown. */
export const nanosOf = (value: number | bigint | null): number | null =>
  value === null ? null : Number(value);

/** The model of the last call. */
export function lastCalled(attempts: readonly Attempt[]): string | null {
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  called.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return called.at(-1)?.model ?? null;
}
