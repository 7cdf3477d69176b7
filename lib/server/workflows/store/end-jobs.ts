import { jobEnd } from '@/lib/engine/run/job-end';
import type { JobEnd, StepState, TakenJob } from '@/lib/engine/run/run-store';
import { isSettled } from '@/lib/engine/run/settle-steps';
import type { RunError } from '@/lib/engine/workflow';
import { rowsIn, type SqlQueries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { DispatchedJob } from '@/lib/server/workflows/store/dispatch-jobs';
import { loadJobs } from '@/lib/server/workflows/store/load-jobs';
import { recordChanges } from '@/lib/server/workflows/store/record-changes';

/** How jobs end that no worker runs. */
export interface EndedAs {
  status: Extract<JobEnd['status'], 'FAILED' | 'CANCELED'>;
  error(job: TakenJob): RunError | null;
  /** What becomes of a step that hasn't settled. */
  step(state: StepState, job: TakenJob): Pick<StepState, 'status' | 'error'>;
}

/** Ends jobs that no worker runs, with their execution and usage. */
export async function endJobs(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  ids: readonly string[],
  as: EndedAs,
): Promise<void> {
  if (ids.length === 0) return;
  const list = tx.dialect.listed(ids);
  // Whoever still runs one can record no more.
  await tx.$executeRaw`UPDATE "Job" SET "epoch" = "epoch" + 1, "turn" = 'DISPATCHED' WHERE "id" IN ${list}`;
  const held = await tx.$queryRaw<Omit<DispatchedJob, 'isAwaited'>[]>`
    SELECT "id", "accountId", "epoch", "slots" FROM "Job" WHERE "id" IN ${list}`;
  const jobs = await loadJobs(
    rowsIn(tx),
    held.map((job) => ({ ...job, epoch: Number(job.epoch), slots: Number(job.slots), isAwaited: false })),
  );
  const finishedAt = ctx.now().getTime();
  const changes = jobs.map((job) => {
    const settle = (state: StepState): StepState => ({
      ...state,
      ...as.step(state, job),
      finishedAt,
      waitingUntil: null,
    });
    const states = job.steps.map((state) => (isSettled(state) ? state : settle(state)));
    const { status } = as;
    const end = jobEnd(states, {
      ...{ status, result: null, error: as.error(job), model: job.lastModel },
      ...{ startedAt: job.startedAt, finishedAt },
    });
    const steps = states.filter((state, index) => state !== job.steps[index]);
    return {
      job,
      change: { begun: [], ended: [], steps, startedAt: null, end, parkedUntil: null, returned: false },
    };
  });
  if (changes.length > 0) await recordChanges(tx, ctx, changes);
}

/** How jobs end that were canceled. */
export const canceled: EndedAs = {
  status: 'CANCELED',
  error: () => null,
  step: ({ status }) => ({
    status: status === 'RUNNING' ? 'CANCELED' : 'SKIPPED',
    error: { code: 'JOB_CANCELED', message: 'The job was canceled.', stepId: null },
  }),
};

/** Ends jobs that were canceled while a worker held them, and that it has left without ending them. */
export async function endCanceledJobs(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const left = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Job" WHERE "id" IN ${tx.dialect.listed(ids)}
      AND "cancelRequestedAt" IS NOT NULL AND "turn" IN ('PARKED', 'WAITING')`;
  await endJobs(
    tx,
    ctx,
    left.map(({ id }) => id),
    canceled,
  );
}
