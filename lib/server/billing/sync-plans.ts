import { plans } from '@/lib/config/plans';
import type { ServerContext } from '@/lib/server/runtime/context';

/**
 * Makes the plan rows equal to lib/config/plans.ts. Writes only rows that differ, so that a start next to a busy server
 * doesn't wait for a lock. Safe to repeat; a plan removed from the file keeps its row.
 * @returns how many were written
 */
export async function syncPlans(ctx: ServerContext): Promise<number> {
  // The limits of a plan's jobs aren't columns: they are read from the file.
  const wanted = plans.map(
    ({ id, name, monthlyPriceMicros, includedExecutions, overagePriceMicros }, position) => ({
      id,
      name,
      monthlyPriceMicros,
      includedExecutions,
      overagePriceMicros,
      position,
    }),
  );
  const present = new Map((await ctx.db.prisma.plan.findMany()).map((row) => [row.id, row]));
  const different = wanted.filter((plan) => {
    const row = present.get(plan.id);
    return (
      row?.name !== plan.name ||
      Number(row.monthlyPriceMicros) !== plan.monthlyPriceMicros ||
      row.includedExecutions !== plan.includedExecutions ||
      asNumber(row.overagePriceMicros) !== plan.overagePriceMicros ||
      row.position !== plan.position
    );
  });
  if (different.length === 0) return 0;
  await ctx.db.write(async (tx) => {
    for (const { id, ...row } of different)
      await tx.plan.upsert({ where: { id }, create: { id, ...row }, update: row });
  });
  return different.length;
}

const asNumber = (micros: bigint | null) => (micros === null ? null : Number(micros));
