import { mayDecide } from '@/lib/server/approvals/approval-link';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** Deliveries that a callback shows: its own seven, and the last that were sent by hand. */
export const deliveriesShown = 20;

/** With its last deliveries, oldest first. */
export const withDeliveries = {
  deliveries: { orderBy: { number: 'desc' }, take: deliveriesShown },
} as const satisfies Prisma.CallbackInclude;

/** Callbacks that a job shows: for its end, and those of the first requests for approval. */
export const callbacksShown = 40;

/** Messages that a bulk run shows: each of its receivers gets up to three, and one at each end. */
export const messagesShown = 50;

/** A callback of a job or a bulk run, with its deliveries. */
export type CallbackView = Prisma.CallbackGetPayload<{ include: typeof withDeliveries }>;

export const callbackView = (callback: CallbackView): CallbackView => ({
  ...callback,
  deliveries: callback.deliveries.toReversed(),
});

/**
 * The callbacks of a job, each with its deliveries; without the responses to links that the viewer may not have. Once the
 * job has ended, the callbacks for another end are gone.
 * @throws AppError NOT_FOUND, alike for an unknown id, a colleague's job and another account's
 */
export async function listDeliveries(
  { db }: ServerContext,
  viewer: Viewer,
  jobId: string,
): Promise<CallbackView[]> {
  authorize(viewer, 'read');
  const job = await db.prisma.job.findFirst({
    where: { id: jobId, ...visibleJobs(viewer) },
    select: {
      userId: true,
      callbacks: {
        include: withDeliveries,
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: callbacksShown,
      },
    },
  });
  if (!job) throw notFound('Job');
  const callbacks = job.callbacks.map(callbackView);
  return mayDecide(viewer, job) ? callbacks : callbacks.map(withoutLinks);
}

/** A receiver may return the link to a request that it was sent, in whatever form. */
const withoutLinks = ({ deliveries, ...callback }: CallbackView): CallbackView => ({
  ...callback,
  deliveries:
    callback.position !== null ? deliveries.map((delivery) => ({ ...delivery, response: null })) : deliveries,
});

/** The last messages on a bulk run, newest first, for a caller who may see the run. */
export async function listRunMessages({ db }: ServerContext, runId: string): Promise<CallbackView[]> {
  const callbacks = await db.prisma.callback.findMany({
    where: { runId },
    include: withDeliveries,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: messagesShown,
  });
  return callbacks.map(callbackView);
}
