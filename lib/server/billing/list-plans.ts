import { plans } from '@/lib/config/plans';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Plan } from '@/prisma/generated/prisma/client';

export const onOffer = { id: { in: plans.map(({ id }) => id as string) } };

/** The plans on offer, cheapest first. A plan removed from lib/config/plans.ts is left out; its accounts keep it. */
export function listPlans(ctx: ServerContext, viewer: Viewer): Promise<Plan[]> {
  authorize(viewer, 'read');
  return ctx.db.read.plan.findMany({ where: onOffer, orderBy: { position: 'asc' } });
}
