import type { ApprovalDecision, NewApproval, StepApproval, TakenJob } from '@/lib/engine/run/run-store';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { type Queries, type SqlQueries, type SqlReader, sqlIn } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import { insertRows, momentColumn, storableText, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type LedgerJob, readDispatched } from '@/lib/server/jobs/ledger/ledger-jobs';
import { jobIdsOf, stepKey, stepKeySql } from '@/lib/server/jobs/ledger/step-key';
import { type QueuedJob, resume } from '@/lib/server/jobs/ledger/transitions';
import type { ServerContext } from '@/lib/server/runtime/context';
import { notifySenders, storedUrl } from '@/lib/server/webhooks/callback-ledger';
import { type Approval, Prisma } from '@/prisma/generated/prisma/client';

// Requests of steps for approval. A request is written with the record that parks its step. Its row changes once: by the
// first decision of a person (lib/server/approvals/decide-approval.ts), or by the run when the time is over. The step's
// outcome follows from the row alone. So a crash at any point loses no decision and applies none twice.

/** Whether a task waits for a person. */
export const awaitsPerson = (task: string): boolean => taskNamed(task)?.decision !== undefined;

/** The jobs with a step that may have asked a person. @param steps by job */
export const askingJobs = (steps: ReadonlyMap<string, readonly { task: string }[]>): string[] =>
  [...steps].flatMap(([jobId, ofJob]) => (ofJob.some(({ task }) => awaitsPerson(task)) ? [jobId] : []));

/** Stores new requests, and the messages that report them, which are due at once. */
export async function insertApprovals(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes' | 'onCallbacksDue'>,
  requests: readonly { job: LedgerJob; approval: NewApproval }[],
): Promise<void> {
  if (requests.length === 0) return;
  const asked = requests.map((request) => ({ ...request, id: newId(ctx, 'approval') }));
  const now = ctx.now();
  const messages = asked.flatMap(({ job: { id: jobId, accountId }, approval: { position, callbacks } }) =>
    callbacks.map((callback) => ({
      id: newId(ctx, 'callback'),
      ...{ jobId, accountId, position, url: storedUrl(callback), endpoint: new URL(callback.url).origin },
      ...{
        delivery: callback.delivery ?? 'PAYLOAD',
        state: 'PENDING',
        tries: 0,
        nextAt: now,
        createdAt: now,
      },
    })),
  );
  await Promise.all([
    insertRows(
      tx,
      'Approval',
      asked.map(({ id, job, approval: { position, isJson, text, instructions, ...moments } }) => ({
        ...{
          id,
          jobId: job.id,
          position,
          accountId: job.accountId,
          userId: job.userId,
          state: 'PENDING',
          isJson,
        },
        requestedAt: momentColumn(moments.requestedAt),
        expiresAt: momentColumn(moments.expiresAt),
        text: storableText(text),
        instructions: storableText(instructions),
      })),
    ),
    insertRows(tx, 'Callback', messages),
  ]);
  if (messages.length > 0) notifySenders(tx, ctx);
}

/** Closes the open requests of steps that have ended in another way. */
export async function withdrawApprovals(
  tx: SqlQueries,
  steps: readonly { jobId: string; position: number }[],
  now: Date,
): Promise<void> {
  if (steps.length === 0) return;
  const { listed } = tx.dialect;
  const keys = steps.map(({ jobId, position }) => stepKey(jobId, position));
  await tx.$executeRaw`
    UPDATE "Approval" SET "state" = 'WITHDRAWN', "decidedAt" = ${now}
    WHERE "state" = 'PENDING' AND "jobId" IN ${listed(jobIdsOf(keys))} AND ${stepKeySql} IN ${listed(keys)}`;
}

/** By job and position, the requests for approval. */
export async function readApprovals(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, Map<number, StepApproval>>> {
  const approvals = new Map<string, Map<number, StepApproval>>();
  if (jobIds.length === 0) return approvals;
  const read = await rows<Pick<Approval, 'jobId' | 'position' | 'requestedAt' | 'expiresAt' | 'decidedAt'>>(
    Prisma.sql`SELECT "jobId", "position", "requestedAt", "expiresAt", "decidedAt" FROM "Approval"
      WHERE "jobId" IN ${rows.dialect.listed(jobIds)}`,
  );
  for (const { jobId, position, ...moments } of read) {
    const ofJob = approvals.get(jobId) ?? new Map<number, StepApproval>();
    const approval = {
      requestedAt: moments.requestedAt.getTime(),
      expiresAt: moments.expiresAt.getTime(),
      decidedAt: moments.decidedAt?.getTime() ?? null,
    };
    approvals.set(jobId, ofJob.set(position, approval));
  }
  return approvals;
}

/**
 * The decision about a step. A request that is still open is closed as timed out.
 * @returns taken if another worker has taken the job
 */
export async function closeApproval(
  tx: Queries,
  ctx: Pick<ServerContext, 'now'>,
  job: Pick<TakenJob, 'id' | 'epoch'>,
  position: number,
): Promise<ApprovalDecision | 'taken'> {
  const [held] = await readDispatched(tx, [job]);
  if (!held) return 'taken';
  await tx.$executeRaw`
    UPDATE "Approval" SET "state" = 'TIMED_OUT', "decidedAt" = ${ctx.now()}
    WHERE "jobId" = ${job.id} AND "position" = ${position} AND "state" = 'PENDING'`;
  const [approval] = await sqlIn(tx)<Pick<Approval, 'state' | 'decidedAt' | 'text' | 'edited' | 'reason'>>(
    Prisma.sql`SELECT "state", "decidedAt", "text", "edited", "reason" FROM "Approval"
      WHERE "jobId" = ${job.id} AND "position" = ${position}`,
  );
  const { state, decidedAt, text, edited, reason } = approval ?? {};
  if (!state || state === 'PENDING' || state === 'WITHDRAWN')
    throw new Error(`The step ${position} of ${job.id} has no decision.`);
  return {
    ...{ state, reason: reason ?? null, text: edited ?? text ?? '' },
    decidedAt: decidedAt?.getTime() ?? ctx.now().getTime(),
  };
}

/**
 * Returns jobs to their queues that have just been parked, if a person has decided about one of their steps. While a job
 * runs, a decision can't resume it.
 */
export async function resumeDecided(tx: SqlQueries, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  const decided = await tx.$queryRaw<QueuedJob[]>`
    SELECT "id", "queueState", "workerId", "epoch" FROM "Job"
    WHERE "id" IN ${tx.dialect.listed(jobIds)} AND "queueState" = 'PARKED' AND EXISTS (
      SELECT 1 FROM "Approval" JOIN "JobStep"
        ON "JobStep"."jobId" = "Approval"."jobId" AND "JobStep"."position" = "Approval"."position"
      WHERE "Approval"."jobId" = "Job"."id" AND "Approval"."state" <> 'PENDING'
        AND "JobStep"."status" IN ('PENDING', 'RUNNING'))`;
  await updateRows(
    tx,
    'Job',
    ['id'],
    decided.map((job) => resume({ ...job, epoch: Number(job.epoch) })),
  );
}
