import type { Day } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Totals of work. */
export interface UsageTotals {
  executions: number;
  succeeded: number;
  tokens: number;
  /** Micro-dollars, of the executions whose cost is known. */
  costMicros: number;
  /** Executions whose cost isn't known, because a model has no price. */
  unknownCosts: number;
}

export const noUsage: UsageTotals = {
  executions: 0,
  succeeded: 0,
  tokens: 0,
  costMicros: 0,
  unknownCosts: 0,
};

/** The subject of the work: an account, one of its users, keys, or templates, or a user's work with a template or key. */
export interface UsageSubject {
  grain: 'ACCOUNT' | 'API_KEY' | 'TEMPLATE' | 'USER' | 'USER_API_KEY' | 'USER_TEMPLATE';
  accountId: string;
  subjectId: string;
  /** The template, or key, of the grains of a user. */
  templateId?: string;
}

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

export const ofApiKey = (key: { id: string; accountId: string }): UsageSubject => ({
  grain: 'API_KEY',
  accountId: key.accountId,
  subjectId: key.id,
});

export const ofTemplate = (accountId: string, templateId: string): UsageSubject => ({
  grain: 'TEMPLATE',
  accountId,
  subjectId: templateId,
});

export const ofUserTemplate = (accountId: string, userId: string, templateId: string): UsageSubject => ({
  grain: 'USER_TEMPLATE',
  accountId,
  subjectId: userId,
  templateId,
});

export const ofUserApiKey = (accountId: string, userId: string, apiKeyId: string): UsageSubject => ({
  grain: 'USER_API_KEY',
  accountId,
  subjectId: userId,
  templateId: apiKeyId,
});

/** A subject's totals by day, over the days that have any. */
export async function usageByDay(
  readRows: SqlReader,
  subject: UsageSubject,
  range: UsageRange,
): Promise<Map<Day, UsageTotals>> {
  const rows = await readRows<Sums & { day: Day }>(
    Prisma.sql`SELECT "day", ${sums} FROM ${rowsOf(subject)} AND ${daysOf(range)} GROUP BY "day"`,
  );
  return new Map(rows.map((row) => [row.day, totalsOf(row)]));
}

/** A subject's totals over a range, or over all time. */
export async function usageTotals(
  readRows: SqlReader,
  subject: UsageSubject,
  range?: UsageRange,
): Promise<UsageTotals> {
  const days = range ? Prisma.sql`AND ${daysOf(range)}` : Prisma.empty;
  const [row] = await readRows<Sums>(Prisma.sql`SELECT ${sums} FROM ${rowsOf(subject)} ${days}`);
  return row ? totalsOf(row) : noUsage;
}

/** The first day on which a subject has any work; null before that. */
export async function firstDayOf(readRows: SqlReader, subject: UsageSubject): Promise<Day | null> {
  const [row] = await readRows<{ day: Day }>(
    Prisma.sql`SELECT "day" FROM ${rowsOf(subject)} ORDER BY "day" LIMIT 1`,
  );
  return row?.day ?? null;
}

export function addTotals(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    executions: a.executions + b.executions,
    succeeded: a.succeeded + b.succeeded,
    tokens: a.tokens + b.tokens,
    costMicros: a.costMicros + b.costMicros,
    unknownCosts: a.unknownCosts + b.unknownCosts,
  };
}

/** Null if there are no rows. */
type Sums = Record<keyof UsageTotals, number | bigint | null>;

const sums = Prisma.sql`SUM("executions") AS "executions", SUM("succeeded") AS "succeeded",
  SUM("tokensIn" + "tokensOut") AS "tokens", SUM("costMicros") AS "costMicros",
  SUM("unknownCosts") AS "unknownCosts"`;

/** The daily usage rows of a subject, one per day. */
const rowsOf = ({ grain, accountId, subjectId, templateId = '' }: UsageSubject): Prisma.Sql => Prisma.sql`
  "DailyUsage" WHERE "accountId" = ${accountId} AND "grain" = ${grain} AND "subjectId" = ${subjectId}
    AND "templateId" = ${templateId}`;

const daysOf = ({ from, to }: UsageRange): Prisma.Sql => Prisma.sql`"day" BETWEEN ${from} AND ${to}`;

const totalsOf = (row: Sums): UsageTotals => ({
  executions: Number(row.executions ?? 0),
  succeeded: Number(row.succeeded ?? 0),
  tokens: Number(row.tokens ?? 0),
  costMicros: Number(row.costMicros ?? 0),
  unknownCosts: Number(row.unknownCosts ?? 0),
});
