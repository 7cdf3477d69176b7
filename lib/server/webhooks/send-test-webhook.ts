import { addressProblem } from '@/lib/engine/planning/plan-workflow';
import { assertOwnAccount } from '@/lib/server/account/find-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { badInput } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { Outcome } from '@/lib/server/webhooks/post-message';
import { sendByHand } from '@/lib/server/webhooks/send-by-hand';
import { type SignedRequest, sendRequest, signRequest } from '@/lib/server/webhooks/send-message';

/** A test message, exactly as it was sent, and what came of it. */
export interface SentTest {
  request: SignedRequest;
  outcome: Outcome;
}

/**
 * Sends a message like that of a completed job to an address, and waits for the response. Nothing of it is stored.
 * @param url by default the account's own test receiver
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT; RATE_LIMITED if several are under way
 */
export async function sendTestWebhook(
  ctx: WorkflowContext,
  viewer: Viewer,
  accountId: string,
  url?: string | null,
): Promise<SentTest> {
  authorize(viewer, 'admin:write');
  assertOwnAccount(viewer, accountId);
  const { callbacks, testReceiver } = workflowsOf(ctx);
  const problem = url == null ? null : addressProblem(url);
  if (problem) throw badInput({ url: problem });
  const address = url ?? (await testReceiver.addressOf(accountId));
  // The caller may have lost the access since the call began.
  await writeAs(ctx, viewer, 'admin:write', async () => {});
  return sendByHand(accountId, async () => {
    const id = newTestId(ctx);
    const request = await signRequest(ctx, accountId, {
      ...{ id, url: new URL(address).href, body: testBody(ctx.now()), traceparent: null },
    });
    return { request, outcome: await sendRequest(ctx, request, callbacks.options) };
  });
}

/** No callback's: a receiver drops messages whose id it has seen. */
const newTestId = (ctx: WorkflowContext): string => newId(ctx, 'callback').replace('_', '_test_');

const testBody = (now: Date): string =>
  JSON.stringify({
    type: 'job.completed',
    timestamp: now.toISOString(),
    data: {
      jobId: 'job_test',
      name: 'Test message',
      status: 'COMPLETED',
      result: { text: 'This is a test message. No job has run.' },
      ...{ downloadUrl: null, error: null, metadata: null },
    },
  });
