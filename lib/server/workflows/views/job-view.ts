import type { SentWorkflow } from '@/lib/engine/planning/sent-workflow';
import { pendingStep } from '@/lib/engine/run/run-store';
import type { JobStatus } from '@/lib/engine/workflow';
import { hasCompleted } from '@/lib/rules/job-status';
import type { SqlReader } from '@/lib/server/database/database';
import type { FileRow } from '@/lib/server/files/find-files';
import type { NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { errorOf, nanosOf } from '@/lib/server/jobs/ledger/step-columns';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { JobContents, type RowPlace, type StepView } from '@/lib/server/workflows/views/job-contents';
import type { ErrorView } from '@/lib/server/workflows/views/job-errors';
import type { JobOutcome } from '@/lib/server/workflows/views/job-outcomes';
import type { InputFile, StartingKey } from '@/lib/server/workflows/views/job-request';
import {
  nothingSpent,
  readTallies,
  type StepSpending,
  type Sums,
  sumOf,
} from '@/lib/server/workflows/views/read-attempts';
import { type Interruption, type Job, Prisma } from '@/prisma/generated/prisma/client';

/**
 * A job as its owner sees it. Its steps, and what it has read and written, are read when they're asked for.
 * Cost in nano-dollars, null if unknown.
 */
export interface JobView extends Sums {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  status: JobStatus;
  error: ErrorView | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Whether its content is no longer kept. */
  isPruned: boolean;
  /** Grows with each change. */
  revision: number;
  /** Whether it does nothing until a person has decided about a step. */
  awaitsApproval(): Promise<boolean>;
  /** In the order of the workflow. */
  steps(): Promise<readonly StepView[]>;
  /** Of a failed step or the job itself, as deep as it is known; null if none has failed. */
  deepestError(): Promise<ErrorView | null>;
  /** Once it has ended, as lists show it. */
  outcome(): Promise<JobOutcome>;
  /** The files of its completed steps, in the order in which they were written. */
  files(): Promise<readonly FileRow[]>;
  /** Over all attempts so far. */
  spending(): Promise<StepSpending>;
  /** When it was in no process, in order. */
  interruptions(): Promise<readonly Interruption[]>;
  /** The job that it runs again; null if it's the first. */
  rerunOf(): Promise<string | null>;
  /** Null for a single job. */
  rowPlace(): Promise<RowPlace | null>;
  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for it */
  result(budget: ContentBudget): Promise<unknown>;
  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for it */
  metadata(budget: ContentBudget): Promise<unknown>;
  /** As it can be sent again; null if it's no longer kept. @throws AppError RESPONSE_TOO_LARGE */
  workflow(budget: ContentBudget): Promise<SentWorkflow | null>;
  /** That came with the workflow. @throws AppError RESPONSE_TOO_LARGE */
  inputFile(budget: ContentBudget): Promise<InputFile | null>;
  /** That it was started with; null if it was started in a session. */
  apiKey(budget: ContentBudget): Promise<StartingKey | null>;
}

/** Columns that SQLite stores behind the workflow, and would read it for. */
const omitted = [
  ...(['workflow', 'metadata', 'bulkRunId'] as const),
  ...(['searchName', 'searchMetadata', 'endText', 'hasFallbacks', 'durationMs'] as const),
] as const;

/** A job without its texts. */
type JobRow = Omit<Job, (typeof omitted)[number]> & {
  isPruned: number | bigint;
  metadataBytes: number | bigint | null;
};

const columns = columnsBut(Prisma.JobScalarFieldEnum, ...omitted);

/**
 * Jobs as they are now, in any order. Later reads of their fields read all of them at once.
 * @param where which jobs
 * @param outcomes of theirs, if they are known
 */
export async function readJobViews(
  rows: SqlReader,
  where: Prisma.Sql,
  outcomes?: ReadonlyMap<string, JobOutcome>,
): Promise<JobView[]> {
  // For a length, neither database reads the text.
  const jobs = await rows<JobRow>(Prisma.sql`
    SELECT ${columns}, octet_length("metadata") AS "metadataBytes",
      CASE WHEN octet_length("workflow") IS NULL THEN 1 ELSE 0 END AS "isPruned"
    FROM "Job" WHERE ${where}`);
  // Sums are stored when a step and a job end.
  const running = jobs.filter(({ status }) => status === 'RUNNING').map(({ id }) => id);
  const tallies = await readTallies(rows, running);
  const contents = new JobContents(
    rows,
    jobs.map(({ id }) => id),
    tallies,
    outcomes,
  );
  return jobs.map((job) => {
    const sums = job.status === 'RUNNING' ? sumOf([...(tallies.get(job.id)?.values() ?? [])]) : job;
    return viewOf(job, sums, contents);
  });
}

function viewOf(job: JobRow, sums: Sums | JobRow, contents: JobContents): JobView {
  const { id, status } = job;
  const isPruned = Number(job.isPruned) === 1;
  return {
    id,
    accountId: job.accountId,
    userId: job.userId,
    name: job.name,
    status,
    error: contents.errors.of(id, errorOf(job)),
    attempts: sums.attempts,
    tokensIn: sums.tokensIn,
    tokensOut: sums.tokensOut,
    costNanos: nanosOf(sums.costNanos),
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    isPruned,
    revision: job.revision,
    awaitsApproval: async () => job.queueState === 'PARKED' && contents.awaitsApproval(id),
    steps: () => contents.steps(id),
    // Most jobs of a list have none.
    deepestError: async () =>
      status === 'FAILED' || status === 'COMPLETED_WITH_FAILURES'
        ? contents.errors.deepest(id, errorOf(job))
        : null,
    outcome: () => contents.outcome(id),
    files: () => contents.files(id),
    spending: () => contents.spending(id),
    interruptions: () => contents.interruptions(id),
    rerunOf: () => contents.rerunOf(id),
    rowPlace: () => contents.rowPlace(id),
    result: async (budget) => (hasCompleted(status) && !isPruned ? contents.result(id, budget) : null),
    metadata: async (budget) =>
      job.metadataBytes === null ? null : contents.metadata(id, Number(job.metadataBytes), budget),
    ...requestOf(contents, id, job.apiKeyId),
  };
}

/** The fields of a job that say what it was asked. */
const requestOf = (
  { requests }: JobContents,
  id: string,
  apiKeyId: string | null,
): Pick<JobView, 'workflow' | 'inputFile' | 'apiKey'> => ({
  workflow: (budget) => requests.workflow(id, budget),
  inputFile: (budget) => requests.file(id, budget),
  apiKey: async (budget) => (apiKeyId === null ? null : requests.key(apiKeyId, budget)),
});

/** A job without its request, for a caller who got it by an idempotency key of a colleague. */
export const withoutRequest = (job: JobView): JobView => ({
  ...job,
  workflow: async () => null,
  inputFile: async () => null,
  apiKey: async () => null,
  steps: async () =>
    (await job.steps()).map((step) => ({
      ...step,
      definition: async () => null,
      conditionValues: async () => null,
      messages: async () => null,
      hasMoreMessages: async () => false,
      approval: async () => null,
    })),
});

/** A job in the moment of its acceptance. */
export function jobJustAccepted(
  rows: SqlReader,
  { id, owner, workflow, metadata, rerun }: NewJob,
  createdAt: Date,
): JobView {
  const contents = new JobContents(rows, [id], new Map());
  const nothing = { attempts: 0, tokensIn: 0, tokensOut: 0, costNanos: 0 };
  return {
    ...nothing,
    id,
    accountId: owner.accountId,
    userId: owner.userId,
    name: workflow.name,
    status: 'QUEUED',
    error: null,
    createdAt,
    startedAt: null,
    finishedAt: null,
    isPruned: false,
    revision: 0,
    awaitsApproval: async () => false,
    steps: async () =>
      workflow.steps.map(({ id: stepId, task }, position) => ({
        ...nothing,
        ...{ position, stepId, task },
        status: pendingStep(position).status,
        ...{ isFinal: false, truncated: false, fallbacks: [] },
        ...{ outputBytes: null, model: null, reason: null, latencyMs: null, error: null },
        ...{ startedAt: null, finishedAt: null, waitingUntil: null, reusedFrom: null },
        spending: async () => nothingSpent,
        output: async () => null,
        definition: (budget: ContentBudget) => contents.requests.definition(id, position, budget),
        conditionValues: async () => null,
        messages: async () => null,
        hasMoreMessages: async () => false,
        approval: async () => null,
      })),
    deepestError: async () => null,
    outcome: async () => ({ models: [], errorCodes: [], hasFallbacks: false }),
    files: async () => [],
    spending: async () => nothingSpent,
    interruptions: async () => [],
    rerunOf: async () => rerun?.of ?? null,
    rowPlace: async () => null,
    result: async () => null,
    metadata: async () => metadata,
    ...requestOf(contents, id, owner.apiKeyId),
  };
}
