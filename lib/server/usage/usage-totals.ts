import type { Day } from '@/lib/rules/day';
import type { Queries } from '@/lib/server/database/database';
import type { UsageRange } from '@/lib/server/usage/usage-range';

/** Work added up. Cost in micro-dollars. */
export interface UsageTotals {
  executions: number;
  succeeded: number;
  tokens: number;
  costMicros: number;
}

export const noUsage: UsageTotals = { executions: 0, succeeded: 0, tokens: 0, costMicros: 0 };

/** Whose work: an account's, or one user's of it. */
export type UsageSubject = { grain: 'ACCOUNT' | 'USER'; accountId: string; subjectId: string };

export const ofAccount = (accountId: string): UsageSubject => ({
  grain: 'ACCOUNT',
  accountId,
  subjectId: accountId,
});

export const ofUser = (user: { id: string; accountId: string }): UsageSubject => ({
  grain: 'USER',
  accountId: user.accountId,
  subjectId: user.id,
});

/** A subject's totals by day, over the days that have any. */
export async function usageByDay(
  queries: Queries,
  subject: UsageSubject,
  range: UsageRange,
): Promise<Map<Day, UsageTotals>> {
  const rows = await queries.dailyUsage.findMany({
    where: { ...subject, templateId: '', day: { gte: range.from, lte: range.to } },
    select: {
      day: true,
      executions: true,
      succeeded: true,
      tokensIn: true,
      tokensOut: true,
      costMicros: true,
    },
  });
  return new Map(rows.map((row) => [row.day, totalsOf(row)]));
}

/** A subject's totals over a range, or over all time. */
export async function usageTotals(
  queries: Queries,
  subject: UsageSubject,
  range?: UsageRange,
): Promise<UsageTotals> {
  const { _sum } = await queries.dailyUsage.aggregate({
    where: { ...subject, templateId: '', ...(range && { day: { gte: range.from, lte: range.to } }) },
    _sum: { executions: true, succeeded: true, tokensIn: true, tokensOut: true, costMicros: true },
  });
  return totalsOf(_sum);
}

/** The first day on which a subject has any work; null before it. */
export async function firstDayOf(queries: Queries, subject: UsageSubject): Promise<Day | null> {
  const first = await queries.dailyUsage.findFirst({
    where: { ...subject, templateId: '' },
    orderBy: { day: 'asc' },
    select: { day: true },
  });
  return first?.day ?? null;
}

export function addTotals(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    executions: a.executions + b.executions,
    succeeded: a.succeeded + b.succeeded,
    tokens: a.tokens + b.tokens,
    costMicros: a.costMicros + b.costMicros,
  };
}

interface UsageColumns {
  executions: number | null;
  succeeded: number | null;
  tokensIn: bigint | null;
  tokensOut: bigint | null;
  costMicros: bigint | null;
}

function totalsOf(row: UsageColumns): UsageTotals {
  return {
    executions: row.executions ?? 0,
    succeeded: row.succeeded ?? 0,
    tokens: Number((row.tokensIn ?? 0n) + (row.tokensOut ?? 0n)),
    costMicros: Number(row.costMicros ?? 0n),
  };
}
