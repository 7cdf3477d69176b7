import { allows } from '@/lib/config/access';
import { limits } from '@/lib/config/limits';
import { withoutSignatures } from '@/lib/server/approvals/approval-link';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import { plainText, refuseUnavailable } from '@/lib/server/plain-text';
import { clientAddress, clientNetwork, clientSite } from '@/lib/server/rate-limit/client-address';
import type { ServerContext } from '@/lib/server/runtime/context';
import { readBoundedText } from '@/lib/server/runtime/read-bounded-text';
import { runtime } from '@/lib/server/runtime/runtime';
import { type TestReceiver, tooLong } from '@/lib/server/webhooks/test-receiver';
import type { TestMessage } from '@/prisma/generated/prisma/client';

const { bodyBytes } = limits.testReceiver;

/**
 * Responds to a request at the address of a test receiver, as a receiver should: 204 if its signature holds, 401 if it
 * doesn't; 404, 405, 413, 429 or 503 if the message isn't kept.
 * @param id the last part of the address
 */
export async function answerTestMessage(request: Request, id: string): Promise<Response> {
  if (request.method !== 'POST') return plainText(405, 'Send messages with POST.', { allow: 'POST' });
  if (!runtime.api) return refuseUnavailable('message');
  return receiveTestMessage(runtime.api.workflows.testReceiver, request, id);
}

/** The same for a receiver that is at hand. */
export async function receiveTestMessage(
  receiver: TestReceiver,
  request: Request,
  id: string,
): Promise<Response> {
  try {
    const client = clientAddress(request);
    const seconds = await receiver.takeRequest(clientNetwork(client), clientSite(client));
    if (seconds > 0) return plainText(429, 'Too Many Requests', { 'retry-after': String(seconds) });
    const body = await readBoundedText(request, bodyBytes);
    if (body === null) return plainText(413, tooLong);
    const { status, text, retryAfter } = await receiver.receive(
      id,
      Object.fromEntries(request.headers),
      body,
    );
    if (status === 204) return new Response(null, { status });
    return plainText(status, text, retryAfter === null ? {} : { 'retry-after': String(retryAfter) });
  } catch (error) {
    const { name, code } = error as Error & { code?: unknown };
    if (code === 'ECONNRESET') return plainText(400, 'The request body is incomplete.');
    const database = databaseFailure(error);
    logger.error({ error: name, code, database }, 'test message not stored');
    return database ? refuseUnavailable('message') : plainText(500, "The message couldn't be stored.");
  }
}

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
