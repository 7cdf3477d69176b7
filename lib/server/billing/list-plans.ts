import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/server-context';
import type { Plan } from '@/prisma/generated/prisma/client';

/** The plans on offer, cheapest first. */
export function listPlans(ctx: ServerContext, viewer: Viewer): Promise<Plan[]> {
  authorize(viewer, 'read');
  return ctx.db.read.plan.findMany({ orderBy: { position: 'asc' } });
}
