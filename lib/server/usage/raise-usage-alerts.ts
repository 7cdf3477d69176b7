import { defaultUsageAlerts } from '@/lib/config/plans';
import { billMonth, daysOfMonth, plansByDay } from '@/lib/rules/bill-month';
import { addMonths, type Day } from '@/lib/rules/day';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { type SqlQueries, sqlIn } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type AccountMonth, accountMonths } from '@/lib/server/usage/account-month';
import type { Account } from '@/prisma/generated/prisma/client';

/** How much of a month's limit is used: the limit pooled over its plans, and the executions that count against it. */
export interface LimitUse {
  limit: number | null;
  limited: number;
}

/** Whether a percentage of a limit is used. If the limit is null or 0, none is. */
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
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  accountId: string,
  month: Day,
): Promise<void> {
  await raiseUsageAlertsOf(tx, ctx, [accountId], month);
}

/** The same for several accounts. */
export async function raiseUsageAlertsOf(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  accountIds: readonly string[],
  month: Day,
): Promise<void> {
  for (const [accountId, state] of await accountMonths(sqlIn(tx), accountIds, month))
    await raiseReached(tx, ctx, { accountId, month, ...state });
}

async function raiseReached(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  { accountId, month, chosen, raised, history, usage }: AccountMonth & { accountId: string; month: Day },
): Promise<void> {
  const awaited = chosenAlerts({ usageAlerts: chosen }).filter((percent) => !raised.includes(percent));
  const last = history.findLast(({ day }) => day < addMonths(month, 1));
  if (awaited.length === 0 || last?.plan?.includedExecutions === null) return;
  const executions = daysOfMonth(month).map((day) => usage[day] ?? 0);
  const { limit, limited } = billMonth(plansByDay(history, month), executions);
  if (limit === null) return;
  for (const percent of awaited.filter((percent) => hasReached({ limit, limited }, percent))) {
    await recordUsageAlert(tx, ctx, { accountId, month, percent, limit, limited });
  }
}

/** Stores an alert as reached now, with its audit event. */
export async function recordUsageAlert(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes'>,
  {
    accountId,
    month,
    percent,
    limit,
    limited,
  }: { accountId: string; month: Day; percent: number; limit: number; limited: number },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "UsageAlert" ("accountId", "month", "percent", "executions", "limit", "reachedAt")
    VALUES (${accountId}, ${month}, ${percent}, ${limited}, ${limit}, ${ctx.now()})`;
  await recordAudit(tx, ctx, {
    action: 'account.reach_usage_alert',
    actor: null,
    accountId,
    entityId: accountId,
    details: { percent, month: month.slice(0, 7), executions: limited, limit },
  });
}
