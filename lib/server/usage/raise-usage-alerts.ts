import { defaultUsageAlerts } from '@/lib/config/usage-alerts';
import { billMonth, daysOfMonth, type PlanDay, type PlanPrice, plansByDay } from '@/lib/rules/bill-month';
import { addMonths, type Day } from '@/lib/rules/day';
import { recordAudit } from '@/lib/server/audit/record-audit';
import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Account, Prisma } from '@/prisma/generated/prisma/client';

/** How much of a month's limit is used: the limit pooled over its plans, and the executions that count against it. */
export interface LimitUse {
  limit: number | null;
  limited: number;
}

/** Whether a percentage of a limit is used. Without a limit, or with none left to use, nothing is reached. */
export const hasReached = ({ limit, limited }: LimitUse, percent: number): boolean =>
  limit !== null && limit > 0 && limited * 100 >= limit * percent;

/** The percentages that an account has chosen as alerts, ascending. */
export const chosenAlerts = ({ usageAlerts }: Pick<Account, 'usageAlerts'>): readonly number[] =>
  (usageAlerts as number[] | null) ?? defaultUsageAlerts;

/**
 * Raises the chosen alerts that an account's month has reached, each with its audit event, once per month and
 * percentage; the key of an alert's row keeps transactions from raising it twice. If the month's last plan so far is
 * unlimited, none is raised. Belongs in every transaction that changes what alerts depend on: the usage, the limit, or
 * the choice.
 * @param month its first day
 */
export async function raiseUsageAlerts(
  tx: Queries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  accountId: string,
  month: Day,
): Promise<void> {
  const { awaited, history, usage } = await readMonth(tx, accountId, month);
  const last = history.findLast(({ day }) => day < addMonths(month, 1));
  if (awaited.length === 0 || last?.plan?.includedExecutions === null) return;
  const executions = daysOfMonth(month).map((day) => usage[day] ?? 0);
  const { limit, limited } = billMonth(plansByDay(history, month), executions);
  if (limit === null) return;
  for (const percent of awaited.filter((percent) => hasReached({ limit, limited }, percent))) {
    await recordUsageAlert(tx, ctx, { accountId, month, percent, limit, limited });
  }
}

interface AlertMonth {
  /** The chosen percentages that haven't been raised, ascending. */
  awaited: number[];
  /** As planHistory returns it. */
  history: PlanDay<PlanPrice>[];
  /** Executions by day. */
  usage: Partial<Record<Day, number>>;
}

/** What an account's alerts of a month depend on. One statement, because each metering pays for it. */
async function readMonth(tx: Queries, accountId: string, month: Day): Promise<AlertMonth> {
  const { jsonArray, jsonObject } = tx.dialect;
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
  const [row] = await tx.$queryRaw<StoredMonth[]>`
    SELECT "usageAlerts" AS "chosen",
      (SELECT ${jsonArray(column('percent'))} FROM "UsageAlert"
        WHERE "accountId" = "Account"."id" AND "month" = ${month}) AS "raised",
      (SELECT ${jsonArray(planDay, column('day'))}
        FROM "PlanDay" JOIN "Plan" AS "billed" ON "billed"."id" = "billedPlanId"
        LEFT JOIN "Plan" AS "next" ON "next"."id" = "PlanDay"."planId"
        WHERE "accountId" = "Account"."id") AS "history",
      (SELECT ${jsonArray(dayUsage)} FROM "DailyUsage"
        WHERE "accountId" = "Account"."id" AND "grain" = 'ACCOUNT' AND "subjectId" = "Account"."id"
          AND "templateId" = '' AND "day" >= ${month} AND "day" < ${addMonths(month, 1)}) AS "usage"
    FROM "Account" WHERE "id" = ${accountId}`;
  if (!row) return { awaited: [], history: [], usage: {} };
  const raised: number[] = JSON.parse(row.raised);
  const usage: { day: Day; executions: number }[] = JSON.parse(row.usage);
  return {
    awaited: chosenAlerts({ usageAlerts: row.chosen }).filter((percent) => !raised.includes(percent)),
    history: JSON.parse(row.history),
    usage: Object.fromEntries(usage.map(({ day, executions }) => [day, executions])),
  };
}

/** Lists as the text of JSON arrays. */
interface StoredMonth {
  chosen: Account['usageAlerts'];
  raised: string;
  history: string;
  usage: string;
}

/** Stores an alert as reached now, with its audit event. */
export async function recordUsageAlert(
  tx: Queries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  {
    accountId,
    month,
    percent,
    limit,
    limited,
  }: { accountId: string; month: Day; percent: number; limit: number; limited: number },
): Promise<void> {
  await tx.usageAlert.create({
    data: { accountId, month, percent, executions: limited, limit, reachedAt: ctx.now() },
  });
  await recordAudit(tx, ctx, {
    action: 'account.reach_usage_alert',
    actor: null,
    accountId,
    entityId: accountId,
    details: { percent, month: month.slice(0, 7), executions: limited, limit },
  });
}
