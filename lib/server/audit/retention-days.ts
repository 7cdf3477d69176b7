import { limits } from '@/lib/config/limits';
import { auditDaysOf, plans } from '@/lib/config/plans';
import { fieldsOf } from '@/lib/rules/json';
import type { Queries } from '@/lib/server/database/database';

const longest = Math.max(...plans.map(({ auditDays }) => auditDays));

/**
 * How many days an account's trail keeps an event: as many as its plan says. For 30 days after a change of plan, the
 * old plan's number applies if it is higher, so that a change that is soon undone loses nothing.
 * @returns null to keep all events, if lib/config/plans.ts doesn't have the plan
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

/** The retention of the plan that an event says was left; for an unknown plan, the longest of all plans. */
function daysBefore(metadata: unknown): number {
  const { plan } = fieldsOf(fieldsOf(metadata).changes);
  // Undoing a cancellation changes only the status.
  if (plan === undefined) return 0;
  return plans.find(({ name }) => name === fieldsOf(plan).from)?.auditDays ?? longest;
}
