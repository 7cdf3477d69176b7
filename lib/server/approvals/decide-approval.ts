import type { z } from 'zod';
import { lintJson } from '@/lib/engine/postprocessors/lint/lint-json';
import { structureIn } from '@/lib/engine/tasks/approval';
import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type Queries, sqlIn } from '@/lib/server/database/database';
import { badInput, conflict } from '@/lib/server/errors';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { isRevoked } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { storableText, updateRows } from '@/lib/server/jobs/ledger/job-rows';
import { type QueuedJob, resume } from '@/lib/server/jobs/ledger/transitions';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { jobForWrite, readJob } from '@/lib/server/workflows/get-job';
import type { JobView } from '@/lib/server/workflows/views/job-view';
import { type ApprovalDecisionInput, approvalDecision } from '@/lib/validation/workflows';
import { type Approval, type Job, Prisma } from '@/prisma/generated/prisma/client';

/**
 * Decides about a step that waits for a person. The user who started its job may, and admins of the account, also with
 * their keys. The first decision counts.
 * @throws AppError NOT_FOUND; BAD_USER_INPUT; CONFLICT if the step doesn't wait for a decision anymore
 */
export async function decideApproval(
  ctx: WorkflowContext,
  viewer: Viewer,
  { jobId, stepId, ...input }: ApprovalDecisionInput & { jobId: string; stepId: string },
): Promise<JobView> {
  authorize(viewer, 'write');
  const decision = parseInput(approvalDecision, input);
  await recordDecision(ctx, viewer.accountId, {
    decision,
    actor: viewer,
    ...{ decidedAs: null, decidedKey: null },
    find: async (tx) => {
      await jobForWrite(tx, ctx, viewer, jobId, { id: true });
      return Prisma.sql`"Approval"."jobId" = ${jobId} AND "stepId" = ${stepId}`;
    },
  });
  return readJob(ctx, viewer, jobId, 'admin:write');
}

interface Decision {
  decision: z.output<typeof approvalDecision>;
  /** Null with the signed link. */
  actor: Viewer | null;
  /** The name that the person gave with the signed link. */
  decidedAs: string | null;
  /** With which the link's page sends it. The same decision with the same key is recorded once, and succeeds again. */
  decidedKey: string | null;
  /** The condition for the request. @throws AppError if the actor may not decide it */
  find(tx: Queries): Promise<Prisma.Sql>;
}

type AskedStep = Pick<
  Approval,
  'id' | 'jobId' | 'position' | 'state' | 'expiresAt' | 'isJson' | 'edited' | 'decidedKey'
> &
  Pick<Job, 'accountId' | 'name' | 'cancelRequestedAt'> &
  Pick<QueuedJob, 'queueState' | 'workerId' | 'epoch'> & { stepId: string; isRevoked: number | bigint };

/**
 * Records a decision, and lets the job continue in the same transaction. A run that is under way is notified.
 * @throws AppError CONFLICT if the step doesn't wait for a decision; BAD_USER_INPUT if an edit isn't JSON anymore
 */
export async function recordDecision(
  ctx: WorkflowContext,
  accountId: string,
  decided: Decision,
): Promise<void> {
  const { worker, events } = workflowsOf(ctx);
  const jobId = await worker.writer.change(accountId, async (tx) => {
    const where = await decided.find(tx);
    const [asked] = await sqlIn(tx)<AskedStep>(Prisma.sql`
      SELECT "Approval"."id", "Approval"."jobId", "Approval"."position", "state", "expiresAt", "isJson", "edited", "decidedKey", "stepId",
        "Job"."accountId", "Job"."name", "cancelRequestedAt", "queueState", "workerId", "epoch", ${isOwnerRevoked} AS "isRevoked"
      FROM "Approval" JOIN "Job" ON "Job"."id" = "Approval"."jobId" JOIN "JobStep"
        ON "JobStep"."jobId" = "Approval"."jobId" AND "JobStep"."position" = "Approval"."position"
      WHERE ${where}`);
    if (!asked) throw conflict("This step doesn't wait for a decision.");
    if (isRepeated(asked, decided)) return null;
    assertOpen(asked, ctx.now());
    await store(tx, ctx, asked, decided);
    return asked.jobId;
  });
  if (jobId === null) return;
  worker.onDecided(jobId);
  events.notify([jobId]);
}

/** Whether the user or key that started a request's job has lost the right to: 1 or 0. In a scope of its own for its columns. */
export const isOwnerRevoked = Prisma.sql`(SELECT ${isRevoked} FROM "Job" WHERE "Job"."id" = "Approval"."jobId")`;

const states = { APPROVE: 'APPROVED', EDIT: 'EDITED', REFUSE: 'REFUSED' } as const;

/** Whether a page sends its recorded decision again, because the response was lost. @throws AppError CONFLICT if it sends another one */
function isRepeated(
  { state, edited, decidedKey }: AskedStep,
  { decision: { decision, text }, decidedKey: key }: Decision,
): boolean {
  if (key === null || key !== decidedKey) return false;
  const isSame = state === states[decision] && edited === (text == null ? null : storableText(text));
  if (!isSame) throw conflict(`You have already ${state === 'REFUSED' ? 'refused' : 'approved'} this.`);
  return true;
}

/** @throws AppError CONFLICT if a request isn't to be decided anymore */
function assertOpen({ state, expiresAt, queueState, ...job }: AskedStep, now: Date): void {
  if (state === 'APPROVED' || state === 'EDITED') throw conflict('Another person has already approved this.');
  if (state === 'REFUSED') throw conflict('Another person has already refused this.');
  if (state === 'TIMED_OUT' || expiresAt.getTime() <= now.getTime())
    throw conflict('The time for this decision is over.');
  if (
    state === 'WITHDRAWN' ||
    queueState === 'ENDED' ||
    job.cancelRequestedAt !== null ||
    Number(job.isRevoked) === 1
  )
    throw conflict("This step doesn't wait for a decision anymore.");
}

async function store(
  tx: Queries,
  ctx: WorkflowContext,
  { id, jobId, position, isJson, queueState, workerId, epoch, ...asked }: AskedStep,
  { decision: { decision, text, reason }, actor, decidedAs, decidedKey }: Decision,
): Promise<void> {
  const edited = text == null ? null : storableText(text);
  // Drivers return what is stored in the native type of their database.
  if (edited !== null && isJson && structureIn(edited) === null) throw badInput({ text: jsonFault(edited) });
  await updateRows(
    tx,
    'Approval',
    ['id'],
    [
      {
        ...{ id, state: states[decision], decidedAt: ctx.now(), edited },
        reason: reason === null ? null : storableText(reason),
        decidedById: actor?.user.id ?? null,
        apiKeyId: actor?.via === 'api_key' ? actor.credentialId : null,
        ...{ decidedAs, decidedKey },
      },
    ],
  );
  await tx.$executeRaw`UPDATE "Job" SET "revision" = "revision" + 1 WHERE "id" = ${jobId}`;
  if (queueState === 'PARKED')
    await updateRows(tx, 'Job', ['id'], [resume({ id: jobId, queueState, workerId, epoch: Number(epoch) })]);
  await updateStorage(tx, [jobId]);
  await recordAudit(tx, ctx, {
    action: decision === 'REFUSE' ? 'job.refuse' : 'job.approve',
    actor: actor satisfies Actor,
    accountId: asked.accountId,
    entityId: jobId,
    details: {
      name: asked.name,
      step: asked.stepId,
      ...(decision === 'EDIT' && { edited: true }),
      ...(actor === null && { via: 'link' }),
      ...(decidedAs !== null && { decided_as: decidedAs }),
    },
  });
}

/** Why a text isn't a JSON object or list, with the place. */
function jsonFault(text: string): string {
  const [fault] = lintJson(text, 'off');
  return fault
    ? `The text must stay JSON. Line ${fault.line}, column ${fault.column}: ${fault.message}`
    : 'The text must stay a JSON object or list, nested at most 100 levels.';
}
