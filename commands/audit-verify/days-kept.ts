import type { Database } from 'better-sqlite3';
import { auditDaysOf, plans } from '@/lib/config/plans';

const shortest = Math.min(...plans.map(({ auditDays }) => auditDays));

/**
 * How many days at least the account kept an event when retention last removed some: as many as its plan of then says,
 * which is the one that the first change since has left, or the present one. Retention has removed no such change: it
 * would have run again.
 * @param prunedAt epoch milliseconds
 * @returns null: all of them, on a plan that lib/config/plans.ts does not know (any more)
 */
export function daysKept(database: Database, accountId: string, prunedAt: number): number | null {
  const left = database
    .prepare<[string, number], string>(
      `SELECT "from" FROM (
         SELECT "createdAt", "id",
           CASE WHEN json_valid("metadata") THEN json_extract("metadata", '$.changes.plan.from') END AS "from"
         FROM "AuditEvent" WHERE "accountId" = ? AND "action" = 'account.change_plan' AND "createdAt" >= ?)
       WHERE "from" IS NOT NULL ORDER BY "createdAt", "id" LIMIT 1`,
    )
    .pluck()
    .get(accountId, prunedAt);
  if (left !== undefined) return plans.find(({ name }) => name === left)?.auditDays ?? shortest;
  const planId = database
    .prepare<[string], string>(`SELECT "planId" FROM "Account" WHERE "id" = ?`)
    .pluck()
    .get(accountId) as string | undefined;
  return planId === undefined ? shortest : auditDaysOf(planId);
}
