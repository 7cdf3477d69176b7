import { addressProblem } from '@/lib/engine/planning/plan-workflow';
import { assertOwnAccount, authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { badInput, conflict, notFound, rateLimited } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { recordDelivery } from './callback-ledger';
import { deliver, LEASE_MS } from './callback-sender';
import { type CallbackView, callbackView, withDeliveries } from './list-deliveries';
import type { Outcome } from './post-message';
import { type SignedRequest, sendRequest, signRequest } from './send-message';

/**
 * Sends a callback once more, whatever has become of it, and waits for the response. A success delivers it; after a
 * failure it stays as it was.
 * @throws AppError NOT_FOUND; CONFLICT if its job hasn't ended, or it's being delivered now; RATE_LIMITED if the account
 *   sends several by hand already
 */
export async function resendDelivery(
  ctx: WorkflowContext,
  viewer: Viewer,
  id: string,
): Promise<CallbackView> {
  authorize(viewer, 'write');
  const { accountId } = viewer;
  return sendByHand(accountId, async () => {
    const { callback, workerId } = await claim(ctx, viewer, id);
    const startedAt = ctx.now();
    const outcome = await deliver(ctx, callback, workflowsOf(ctx).callbacks.options);
    if (!outcome) throw notFound('Callback');
    const now = ctx.now();
    const next = outcome.code === null ? ({ state: 'DELIVERED', nextAt: null, code: null } as const) : null;
    await ctx.db.writeRows(
      (tx) => recordDelivery(tx, now, { id, workerId, isManual: true, startedAt, outcome, next }),
      { accountId },
    );
    const sent = await ctx.db.prisma.callback.findUnique({ where: { id }, include: withDeliveries });
    if (!sent) throw notFound('Callback');
    return callbackView(sent);
  });
}

/** Keeps all processes from sending it at the same time. */
function claim(ctx: WorkflowContext, viewer: Viewer, id: string) {
  const workerId = newId(ctx, 'worker');
  return writeAs(ctx, viewer, 'write', async (tx, viewer) => {
    const visible = visibleJobs(viewer, 'admin:write');
    const callback = await tx.callback.findFirst({
      where: { id, OR: [{ job: visible }, { run: visible }] },
    });
    if (!callback) throw notFound('Callback');
    if (callback.state === 'WAITING') throw conflict("This callback's job hasn't ended yet.");
    const now = ctx.now();
    if (callback.leasedUntil && callback.leasedUntil > now)
      throw conflict('This callback is being delivered. Try again in a moment.');
    await tx.callback.update({
      where: { id },
      data: { workerId, leasedUntil: new Date(now.getTime() + LEASE_MS) },
    });
    return { callback, workerId };
  });
}

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

/** Messages that an account's people send at once, of this process: each waits up to 15 seconds for a receiver. */
const MOST = 4;

const underWay = new Map<string, number>();

/**
 * Sends a message that a person asked for.
 * @throws AppError RATE_LIMITED if the account has as many under way as it may
 */
async function sendByHand<Result>(accountId: string, send: () => Promise<Result>): Promise<Result> {
  const count = underWay.get(accountId) ?? 0;
  if (count >= MOST) throw rateLimited(5, 'messages by hand');
  underWay.set(accountId, count + 1);
  try {
    return await send();
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  }
}
