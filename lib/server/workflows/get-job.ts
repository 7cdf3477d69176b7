import { type Access, allows } from '@/lib/config/access';
import { resultOf } from '@/lib/engine/run/job-result';
import { pendingStep } from '@/lib/engine/run/run-store';
import type { JobStatus, RunError, StepStatus } from '@/lib/engine/workflow';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { NewJob } from '@/lib/server/workflows/store/accept-jobs';
import { columnsBut } from '@/lib/server/workflows/store/job-rows';
import { errorOf, nanosOf, tallyOf } from '@/lib/server/workflows/store/load-jobs';
import { type Attempt, type Job, type JobStep, Prisma } from '@/prisma/generated/prisma/client';

/** A job as its owner sees it. Cost in nano-dollars, null if unknown. */
export interface JobView {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  status: JobStatus;
  result: unknown;
  error: RunError | null;
  metadata: unknown;
  attempts: number;
  tokensIn: number;
  tokensOut: number;
  costNanos: number | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Whether its content is no longer kept. */
  isPruned: boolean;
  steps: StepView[];
}

/** A step of a job, with the sums over its attempts so far. */
export interface StepView {
  position: number;
  stepId: string;
  task: string;
  status: StepStatus;
  /** Whether its output belongs to the job's result. */
  isFinal: boolean;
  output: unknown;
  model: string | null;
  reason: string | null;
  fallbacks: string[];
  truncated: boolean;
  attempts: number;
  tokensIn: number;
  tokensOut: number;
  costNanos: number | null;
  latencyMs: number | null;
  error: RunError | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  waitingUntil: Date | null;
}

/**
 * Which jobs a viewer may see or change: their own, or for an admin all of the account.
 * @param accountWide the access required for another user's job
 */
export const visibleJobs = (viewer: Viewer, accountWide: Access = 'admin:read'): Prisma.JobWhereInput => ({
  accountId: viewer.accountId,
  ...(allows(viewer, accountWide) ? {} : { userId: viewer.user.id }),
});

/**
 * One job with its steps, as it is now.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function getJob(ctx: ServerContext, viewer: Viewer, id: string): Promise<JobView> {
  authorize(viewer, 'read');
  return readJob(ctx, viewer, id);
}

/**
 * The same for a caller that has just started or stopped the job, which needs no other access.
 * @param accountWide the access required for another user's job
 */
export async function readJob(
  { db }: Pick<ServerContext, 'db'>,
  viewer: Viewer,
  id: string,
  accountWide: Access = 'admin:read',
): Promise<JobView> {
  const [row] = await db.rows<Omit<Job, 'workflow' | 'file'> & { isPruned: number }>(Prisma.sql`
    SELECT ${jobColumns}, CASE WHEN "workflow" IS NULL THEN 1 ELSE 0 END AS "isPruned" FROM "Job" WHERE "id" = ${id}`);
  if (!row || !mayRead(viewer, row, accountWide)) throw notFound('Job');
  const job = { ...row, isPruned: row.isPruned === 1 };
  const [steps, attempts] = await Promise.all([
    db.rows<StoredStep>(
      Prisma.sql`SELECT ${stepColumns} FROM "JobStep" WHERE "jobId" = ${id} ORDER BY "position"`,
    ),
    // Sums are stored when a step and a job end.
    job.status === 'RUNNING'
      ? db.rows<Attempt>(Prisma.sql`SELECT * FROM "Attempt" WHERE "jobId" = ${id}`)
      : [],
  ]);
  return jobView(job, steps, attempts);
}

const jobColumns = columnsBut(Prisma.JobScalarFieldEnum, 'workflow', 'file');
const stepColumns = columnsBut(Prisma.JobStepScalarFieldEnum, 'pieces');

function mayRead(
  viewer: Viewer,
  { accountId, userId }: Pick<Job, 'accountId' | 'userId'>,
  accountWide: Access,
): boolean {
  return viewer.accountId === accountId && (viewer.user.id === userId || allows(viewer, accountWide));
}

/** A job without its workflow, which may be as large as the largest file. */
type StoredJob = Omit<Job, 'workflow' | 'file'> & { isPruned: boolean };

/** A step without what only its runs need. */
type StoredStep = Omit<JobStep, 'pieces'>;

/**
 * The job as its owner sees it.
 * @param attempts of a running job
 */
export function jobView(job: StoredJob, steps: readonly StoredStep[], attempts: readonly Attempt[]): JobView {
  const views = steps.map((step) =>
    stepView(
      step,
      attempts.filter(({ position }) => position === step.position),
    ),
  );
  const sums = job.status === 'RUNNING' ? tallyOf(attempts) : null;
  return {
    id: job.id,
    accountId: job.accountId,
    userId: job.userId,
    name: job.name,
    status: job.status,
    result:
      job.status === 'COMPLETED' && !job.isPruned ? resultOf(views.filter(({ isFinal }) => isFinal)) : null,
    error: errorOf(job),
    metadata: job.metadata === null ? null : JSON.parse(job.metadata),
    attempts: sums?.attempts ?? job.attempts,
    tokensIn: sums?.tokensIn ?? job.tokensIn,
    tokensOut: sums?.tokensOut ?? job.tokensOut,
    costNanos: sums ? sums.costNanos : nanosOf(job.costNanos),
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    isPruned: job.isPruned,
    steps: views,
  };
}

/** @param attempts of the step, if its job is running */
export function stepView(step: StoredStep, attempts: readonly Attempt[]): StepView {
  const sums = attempts.length > 0 ? tallyOf(attempts) : null;
  return {
    position: step.position,
    stepId: step.stepId,
    task: step.task,
    status: step.status,
    isFinal: step.isFinal,
    output: step.output === null ? null : JSON.parse(step.output),
    model: step.model,
    reason: step.reason,
    fallbacks: JSON.parse(step.fallbacks),
    truncated: step.truncated,
    attempts: sums?.attempts ?? step.attempts,
    tokensIn: sums?.tokensIn ?? step.tokensIn,
    tokensOut: sums?.tokensOut ?? step.tokensOut,
    costNanos: sums ? sums.costNanos : nanosOf(step.costNanos),
    latencyMs: step.latencyMs,
    error: errorOf(step),
    startedAt: step.startedAt,
    finishedAt: step.finishedAt,
    waitingUntil: step.waitingUntil,
  };
}

/** A job in the moment of its acceptance. */
export function jobJustAccepted({ id, viewer, workflow, metadata }: NewJob, createdAt: Date): JobView {
  return {
    id,
    accountId: viewer.accountId,
    userId: viewer.user.id,
    name: workflow.name,
    status: 'QUEUED',
    result: null,
    error: null,
    metadata,
    attempts: 0,
    tokensIn: 0,
    tokensOut: 0,
    costNanos: 0,
    createdAt,
    startedAt: null,
    finishedAt: null,
    isPruned: false,
    steps: workflow.steps.map(({ id: stepId, task }, position) => {
      const {
        lastNumber: _,
        startedAt: _s,
        finishedAt: _f,
        waitingUntil: _w,
        pieces: _p,
        ...pending
      } = pendingStep(position);
      return {
        ...pending,
        stepId,
        task,
        fallbacks: [],
        isFinal: false,
        startedAt: null,
        finishedAt: null,
        waitingUntil: null,
      };
    }),
  };
}
