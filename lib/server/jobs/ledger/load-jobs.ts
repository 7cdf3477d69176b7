import { type EarlierAttempt, pendingStep, type TakenJob } from '@/lib/engine/run/run-store';
import type { Workflow } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/json';
import type { SqlReader } from '@/lib/server/database/database';
import type { NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { askingJobs, readApprovals } from '@/lib/server/jobs/ledger/approvals';
import type { DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { withLaterFields } from '@/lib/server/jobs/ledger/sent-job';
import { jsonValue, stepState } from '@/lib/server/jobs/ledger/step-columns';
import { readEarlierMessages } from '@/lib/server/jobs/ledger/step-prompts';
import { type Attempt, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

interface LoadedJob {
  id: string;
  createdAt: Date;
  startedAt: Date | null;
  workflow: string | null;
  file: string | null;
  traceparent: string | null;
}

/** Bytes of JSON that are read at once, unless a single job has more: its text and its objects are in memory together. */
const BATCH_BYTES = 64 * 1024 * 1024;

/**
 * Jobs with everything that a run needs to begin or continue, as they are stored. Skips deleted jobs, and jobs with an
 * unreadable workflow.
 */
export async function loadJobs(rows: SqlReader, jobs: readonly DispatchedJob[]): Promise<TakenJob[]> {
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
  createdAt: createdAt.getTime(),
  startedAt: null,
  // As both databases store it.
  workflow: { ...JSON.parse(storableJson({ ...workflow, file: null })), file: workflow.file },
  steps: workflow.steps.map((_, position) => pendingStep(position)),
  lastModel: null,
  attempts: [],
  sent: new Map(),
});

async function loadBatch(rows: SqlReader, jobs: readonly DispatchedJob[]): Promise<TakenJob[]> {
  const ids = rows.dialect.listed(jobs.map(({ id }) => id));
  const [loaded, steps, attempts, sent] = await Promise.all([
    rows<LoadedJob>(
      Prisma.sql`
        SELECT "id", "createdAt", "startedAt", "workflow", "text" AS "file", "traceparent"
        FROM "Job" LEFT JOIN "JobFile" ON "jobId" = "id" WHERE "id" IN ${ids}`,
    ),
    rows<JobStep>(Prisma.sql`SELECT * FROM "JobStep" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position"`),
    rows<Attempt>(
      Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" IN ${ids} ORDER BY "jobId", "position", "number"`,
    ),
    readEarlierMessages(rows, ids),
  ]);
  const byId = new Map(loaded.map((job) => [job.id, job]));
  const stepsOf = byJob(steps);
  const attemptsOf = byJob(attempts);
  const approvals = await readApprovals(rows, askingJobs(stepsOf));
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
        createdAt: stored.createdAt.getTime(),
        startedAt: stored.startedAt?.getTime() ?? null,
        workflow,
        steps: itsSteps.map((step) => ({
          ...stepState(step, made),
          approval: approvals.get(job.id)?.get(step.position) ?? null,
        })),
        lastModel: lastCalled(made),
        attempts: made.map(earlierAttempt),
        sent: sent.get(job.id) ?? new Map(),
      },
    ];
  });
}

/** A stored workflow; null if it can't be read, or isn't that of these steps. */
function workflowIn(job: LoadedJob | undefined, steps: readonly JobStep[]): Workflow | null {
  const workflow = jsonValue(job?.workflow ?? null) as Workflow | null | undefined;
  const isReadable =
    Array.isArray(workflow?.steps) &&
    workflow.steps.length === steps.length &&
    workflow.steps.every((step, position) => step?.id === steps[position]?.stepId);
  return isReadable ? withLaterFields(workflow, job?.file ?? null) : null;
}

/** Rows by the job that they belong to. */
export const byJob = <Row extends { jobId: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ jobId }) => jobId);

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
  failureKind: attempt.failureKind,
  message: attempt.message,
  retryAt: attempt.retryAt?.getTime() ?? null,
  startedAt: attempt.startedAt.getTime(),
  endedAt: attempt.startedAt.getTime() + (attempt.milliseconds ?? 0),
});

/** The model of the last call. */
export function lastCalled(attempts: readonly Attempt[]): string | null {
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
  called.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return called.at(-1)?.model ?? null;
}
