import { approvalLink } from '@/lib/server/approvals/approval-link';
import type { ServerContext } from '@/lib/server/runtime/context';
import {
  type Approval,
  type Callback,
  type Job,
  type JobStep,
  Prisma,
} from '@/prisma/generated/prisma/client';

type Asked = Pick<Approval, 'id' | 'state' | 'requestedAt' | 'expiresAt' | 'text' | 'instructions'> &
  Pick<Job, 'name' | 'metadata' | 'traceparent'> &
  Pick<JobStep, 'stepId'>;

/**
 * The message that a step asks a person, with the signed link as long as it's open.
 * @returns null if the job was deleted
 */
export async function approvalBody(
  ctx: Pick<ServerContext, 'db' | 'keys' | 'now'>,
  { jobId, position, delivery }: Pick<Callback, 'delivery'> & { jobId: string; position: number },
): Promise<{ body: string; traceparent: string | null } | null> {
  const [asked] = await ctx.db.sql<Asked>(Prisma.sql`
    SELECT "Approval"."id", "state", "requestedAt", "expiresAt", "text", "instructions", "name", "metadata",
      "traceparent", "stepId"
    FROM "Approval" JOIN "Job" ON "Job"."id" = "Approval"."jobId" JOIN "JobStep"
      ON "JobStep"."jobId" = "Approval"."jobId" AND "JobStep"."position" = "Approval"."position"
    WHERE "Approval"."jobId" = ${jobId} AND "Approval"."position" = ${position}`);
  if (!asked) return null;
  const { id, state, requestedAt, expiresAt, stepId, name, metadata, traceparent, text, instructions } =
    asked;
  const isOpen = state === 'PENDING';
  const body = JSON.stringify({
    type: 'approval.requested',
    timestamp: requestedAt.toISOString(),
    data: {
      ...{ jobId, name, stepId, state, instructions },
      text: delivery === 'PAYLOAD' && isOpen ? text : null,
      url: isOpen ? await approvalLink(ctx, { id, jobId, position, expiresAt }) : null,
      expiresAt: expiresAt.toISOString(),
      metadata: metadata === null ? null : JSON.parse(metadata),
    },
  });
  return { body, traceparent };
}
