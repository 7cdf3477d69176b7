import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { writeAs } from '@/lib/server/auth/write-as';
import { conflict, notFound } from '@/lib/server/errors';
import { newId } from '@/lib/server/ids';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { recordDelivery } from '@/lib/server/webhooks/callback-ledger';
import { deliver, LEASE_MS } from '@/lib/server/webhooks/callback-sender';
import { type CallbackView, callbackView, withDeliveries } from '@/lib/server/webhooks/list-deliveries';
import { sendByHand } from '@/lib/server/webhooks/send-by-hand';
import { visibleJobs } from '@/lib/server/workflows/get-job';

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
