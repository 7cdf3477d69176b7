import { plans } from '@/lib/config/plans';
import type { ServerContext } from '@/lib/server/server-context';

/** Makes the plan rows equal to lib/config/plans.ts. Safe to repeat; a plan that left the file keeps its row. */
export async function syncPlans(ctx: ServerContext): Promise<void> {
  await ctx.db.write(async (tx) => {
    // How long the trail is kept is read from the file (retention-days.ts): it is no column.
    for (const [position, { id, auditDays: _, ...plan }] of plans.entries()) {
      const row = { ...plan, position };
      await tx.plan.upsert({ where: { id }, create: { id, ...row }, update: row });
    }
  });
}
