import { plans } from '@/lib/config/plans';

/** How many days a plan keeps an event of the audit trail; null: a plan that has left lib/config/plans.ts keeps all. */
export function auditDaysOf(planId: string): number | null {
  return plans.find(({ id }) => id === planId)?.auditDays ?? null;
}
