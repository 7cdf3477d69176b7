import type { PlanDay, PlanPrice } from '@/lib/rules/bill-month';
import { addMonths, type Day } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import { type Account, Prisma } from '@/prisma/generated/prisma/client';

/** An account's month: its limit and its usage. */
export interface AccountMonth {
  /** The percentages that the account has chosen as alerts, and the raised alerts. */
  chosen: Account['usageAlerts'];
  raised: number[];
  /** As planHistory returns it. */
  history: PlanDay<PlanPrice>[];
  /** Executions by day. */
  usage: Partial<Record<Day, number>>;
}

/**
 * Reads the month of accounts. One statement, because each metering pays for it.
 * @param month its first day
 * @returns by account
 */
export async function accountMonths(
  rows: SqlReader,
  accountIds: readonly string[],
  month: Day,
): Promise<Map<string, AccountMonth>> {
  const { jsonArray, jsonObject } = rows.dialect;
  const column = (name: string) => Prisma.raw(`"${name}"`);
  const planPrice = (plan: string) =>
    jsonObject({
      id: Prisma.raw(`"${plan}"."id"`),
      monthlyPriceMicros: Prisma.raw(`"${plan}"."monthlyPriceMicros"`),
      includedExecutions: Prisma.raw(`"${plan}"."includedExecutions"`),
      overagePriceMicros: Prisma.raw(`"${plan}"."overagePriceMicros"`),
    });
  const planDay = jsonObject({
    day: column('day'),
    billedPlan: planPrice('billed'),
    plan: Prisma.sql`CASE WHEN "next"."id" IS NOT NULL THEN ${planPrice('next')} END`,
  });
  const dayUsage = jsonObject({ day: column('day'), executions: column('executions') });
  const months = await rows<StoredMonth>(Prisma.sql`
    SELECT "id", "usageAlerts" AS "chosen",
      (SELECT ${jsonArray(column('percent'))} FROM "UsageAlert"
        WHERE "accountId" = "Account"."id" AND "month" = ${month}) AS "raised",
      (SELECT ${jsonArray(planDay, column('day'))}
        FROM "PlanDay" JOIN "Plan" AS "billed" ON "billed"."id" = "billedPlanId"
        LEFT JOIN "Plan" AS "next" ON "next"."id" = "PlanDay"."planId"
        WHERE "accountId" = "Account"."id") AS "history",
      (SELECT ${jsonArray(dayUsage)} FROM "DailyUsage"
        WHERE "accountId" = "Account"."id" AND "grain" = 'ACCOUNT' AND "subjectId" = "Account"."id"
          AND "templateId" = '' AND "day" >= ${month} AND "day" < ${addMonths(month, 1)}) AS "usage"
    FROM "Account" WHERE "id" IN ${rows.dialect.listed(accountIds)}`);
  return new Map(months.map((row) => [row.id, monthIn(row)]));
}

/** Reads the month of one account. */
export async function accountMonth(rows: SqlReader, accountId: string, month: Day): Promise<AccountMonth> {
  const months = await accountMonths(rows, [accountId], month);
  return months.get(accountId) ?? { chosen: null, raised: [], history: [], usage: {} };
}

function monthIn(row: StoredMonth): AccountMonth {
  const usage: { day: Day; executions: number }[] = JSON.parse(row.usage);
  return {
    chosen: row.chosen,
    raised: JSON.parse(row.raised),
    history: JSON.parse(row.history),
    usage: Object.fromEntries(usage.map(({ day, executions }) => [day, executions])),
  };
}

/** Lists as the text of JSON arrays. */
interface StoredMonth {
  id: string;
  chosen: Account['usageAlerts'];
  raised: string;
  history: string;
  usage: string;
}
