import { limits } from '@/lib/config/limits';
import { auditDaysOf, plans } from '@/lib/config/plans';
import { fieldsOf } from '@/lib/format/json-fields';
import type { Queries } from '@/lib/server/database/database';

const longest = Math.max(...plans.map(({ auditDays }) => auditDays));

/**
 * How many days the trail of an account keeps an event: as many as its plan says or, for 30 days after a change of
 * plan, as the plan before said where that is more. So nothing is lost by a change that is soon taken back.
 * @returns null: all of them, on a plan that lib/config/plans.ts does not know (any more)
 */
export async function retentionDays(
  queries: Queries,
  account: { id: string; planId: string },
  now: Date,
): Promise<number | null> {
  const present = auditDaysOf(account.planId);
  if (present === null) return null;
  const changes = await queries.auditEvent.findMany({
    where: {
      accountId: account.id,
      action: 'account.change_plan',
      createdAt: { gte: new Date(now.getTime() - limits.auditRetention.grace) },
    },
    select: { metadata: true },
  });
  return Math.max(present, ...changes.map(({ metadata }) => daysBefore(metadata)));
}

/** Of the plan that an event says was left; of an unknown one, the most there is. */
function daysBefore(metadata: unknown): number {
  const { plan } = fieldsOf(fieldsOf(metadata).changes);
  // Taking back a cancellation changes the status alone.
  if (plan === undefined) return 0;
  return plans.find(({ name }) => name === fieldsOf(plan).from)?.auditDays ?? longest;
}
