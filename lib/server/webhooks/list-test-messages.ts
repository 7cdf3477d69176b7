import { allows } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { assertOwnAccount } from '@/lib/server/account/find-account';
import { withoutSignatures } from '@/lib/server/approvals/approval-link';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { TestMessage } from '@/prisma/generated/prisma/client';

/**
 * The last messages that the account's test receiver got, newest first. Only a viewer who may decide any request of the
 * account gets whole links to them.
 * @throws AppError NOT_FOUND for another account
 */
export async function listTestMessages(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<TestMessage[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const messages = await ctx.db.prisma.testMessage.findMany({
    where: { accountId },
    orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
    take: limits.testReceiver.kept,
  });
  if (allows(viewer, 'admin:write')) return messages;
  return messages.map((message) => ({ ...message, body: withoutSignatures(message.body) }));
}

/**
 * The address of the account's test receiver.
 * @throws AppError NOT_FOUND for another account
 */
export async function getTestReceiver(
  ctx: WorkflowContext,
  viewer: Viewer,
  accountId: string,
): Promise<{ url: string }> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return { url: await workflowsOf(ctx).testReceiver.addressOf(accountId) };
}
