import type { SqlReader } from '@/lib/server/database/database';
import { askingJobs } from '@/lib/server/jobs/ledger/approvals';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { byJob } from '@/lib/server/jobs/ledger/load-jobs';
import {
  type Approval,
  type Attempt,
  type Job,
  type JobStep,
  Prisma,
  type ReusedStep,
} from '@/prisma/generated/prisma/client';

/** Attempts of a step that are read. A long text whose pieces fail can have thousands. */
const MOST_ATTEMPTS = 200;

/** Columns that no trace has: texts of callers, models and providers, and what only lists are filtered by. */
const omitted = {
  job: [
    'errorMessage',
    'idempotencyKey',
    'inputHash',
    'metadata',
    'searchName',
    'searchMetadata',
    'endText',
    'hasFallbacks',
    'durationMs',
    'workflow',
  ],
  step: ['errorMessage', 'output', 'pieces'],
  attempt: ['message'],
} as const;

export type TracedJob = Omit<Job, (typeof omitted.job)[number]>;
export type TracedStep = Omit<JobStep, (typeof omitted.step)[number]>;
export type TracedAttempt = Omit<Attempt, (typeof omitted.attempt)[number]>;

export type TracedApproval = Pick<Approval, 'jobId' | 'position' | 'state' | 'requestedAt' | 'decidedAt'>;

/** A job with its steps and their attempts, in the order of their positions and numbers. */
export interface EndedJob {
  job: TracedJob;
  steps: TracedStep[];
  attempts: TracedAttempt[];
  /** By position, the jobs that made reused outcomes. */
  reusedFrom: ReadonlyMap<number, string>;
  /** Its steps' requests for approval. */
  approvals: TracedApproval[];
}

const jobColumns = columnsBut(Prisma.JobScalarFieldEnum, ...omitted.job);
const stepColumns = columnsBut(Prisma.JobStepScalarFieldEnum, ...omitted.step);
const attemptColumns = columnsBut(Prisma.AttemptScalarFieldEnum, ...omitted.attempt);

/** Reads the rows of jobs, without their texts. Jobs that have been deleted are missing. */
export async function readEndedJobs(rows: SqlReader, ids: readonly string[]): Promise<EndedJob[]> {
  const list = rows.dialect.listed(ids);
  const [jobs, steps, attempts, reused] = await Promise.all([
    rows<TracedJob>(Prisma.sql`SELECT ${jobColumns} FROM "Job" WHERE "id" IN ${list}`),
    rows<TracedStep>(
      Prisma.sql`SELECT ${stepColumns} FROM "JobStep" WHERE "jobId" IN ${list} ORDER BY "jobId", "position"`,
    ),
    rows<TracedAttempt>(Prisma.sql`
      SELECT ${attemptColumns} FROM "Attempt" WHERE "jobId" IN ${list} AND "number" <= ${MOST_ATTEMPTS}
      ORDER BY "jobId", "position", "number"`),
    rows<ReusedStep>(
      Prisma.sql`SELECT "jobId", "position", "ofJobId" FROM "ReusedStep" WHERE "jobId" IN ${list}`,
    ),
  ]);
  const reusedOf = byJob(reused);
  const stepsOf = byJob(steps);
  const asking = askingJobs(stepsOf);
  const approvals = byJob(
    asking.length === 0
      ? []
      : await rows<TracedApproval>(Prisma.sql`
          SELECT "jobId", "position", "state", "requestedAt", "decidedAt" FROM "Approval"
          WHERE "jobId" IN ${rows.dialect.listed(asking)} ORDER BY "jobId", "position"`),
  );
  const attemptsOf = byJob(attempts);
  return jobs.map((job) => ({
    job,
    steps: stepsOf.get(job.id) ?? [],
    attempts: attemptsOf.get(job.id) ?? [],
    reusedFrom: new Map((reusedOf.get(job.id) ?? []).map(({ position, ofJobId }) => [position, ofJobId])),
    approvals: approvals.get(job.id) ?? [],
  }));
}
