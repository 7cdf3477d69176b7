import { providerOf } from '@/lib/engine/models/catalog';
import type { Day } from '@/lib/rules/day';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { SqlReader } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The groups of a list of costs, in the order of its columns. */
export const costGroups = ['day', 'account', 'provider', 'model'] as const;
export type CostGroup = (typeof costGroups)[number];

interface CostRange {
  by: readonly CostGroup[];
  /** UTC days, both included. */
  from: Day;
  to: Day;
  /** Only this account's. */
  accountId: string | null;
  /** Whether the sandbox's made-up costs are among them. */
  sandbox: boolean;
}

/** The usage of a group's calls. It has the fields of its groups: `account` is an id, `model` `provider/model`. */
export interface ModelCost extends Partial<Record<CostGroup, string>> {
  /** With `account`. */
  accountName?: string;
  calls: number;
  tokensIn: number;
  tokensOut: number;
  /** US dollars, of the calls whose cost is known. */
  cost: number;
  unknownCosts: number;
}

interface Row {
  day: Day | null;
  account: string | null;
  accountName: string | null;
  model: string | null;
  calls: number | bigint;
  tokensIn: number | bigint;
  tokensOut: number | bigint;
  costNanos: number | bigint;
  unknownCosts: number | bigint;
}

/** The operator's costs of model calls, most expensive first; if by day, in the order of the days. */
export async function modelCosts(
  rows: SqlReader,
  { by, from, to, accountId, sandbox }: CostRange,
): Promise<ModelCost[]> {
  const hasModel = by.includes('model') || by.includes('provider');
  const groups = [
    { isWanted: by.includes('day'), key: 'day', read: '"day"', none: 'NULL AS "day"' },
    {
      isWanted: by.includes('account'),
      key: 'accountId',
      read: '"accountId" AS "account", max("name") AS "accountName"',
      none: 'NULL AS "account", NULL AS "accountName"',
    },
    { isWanted: hasModel, key: 'model', read: '"model"', none: 'NULL AS "model"' },
  ];
  const columns = groups.map(({ isWanted, read, none }) => Prisma.raw(isWanted ? read : none));
  const keys = groups.flatMap(({ isWanted, key }) => (isWanted ? [Prisma.raw(`"${key}"`)] : []));
  const found = await rows<Row>(Prisma.sql`
    SELECT ${Prisma.join(columns)}, sum("calls") AS "calls",
      sum("inputTokens" + "cachedInputTokens" + "cacheWriteTokens") AS "tokensIn",
      sum("outputTokens" + "reasoningTokens") AS "tokensOut",
      sum("costNanos") AS "costNanos", sum("unknownCosts") AS "unknownCosts"
    FROM "DailyModelUsage" JOIN "Account" ON "Account"."id" = "accountId"
    WHERE "day" BETWEEN ${from} AND ${to}
      ${accountId === null ? Prisma.empty : Prisma.sql`AND "accountId" = ${accountId}`}
      ${sandbox ? Prisma.empty : Prisma.sql`AND "model" NOT LIKE 'sandbox/%'`}
    GROUP BY ${Prisma.join(keys)}`);
  const sums = new Map<string, ModelCost>();
  for (const row of found) {
    const group = groupOf(row, by);
    const key = JSON.stringify(group);
    const sum = sums.get(key) ?? { ...group, calls: 0, tokensIn: 0, tokensOut: 0, cost: 0, unknownCosts: 0 };
    sum.calls += Number(row.calls);
    sum.tokensIn += Number(row.tokensIn);
    sum.tokensOut += Number(row.tokensOut);
    // In nano-dollars, so that rounding errors don't add up.
    sum.cost += Number(row.costNanos);
    sum.unknownCosts += Number(row.unknownCosts);
    sums.set(key, sum);
  }
  const costs = [...sums.values()].map((sum) => ({ ...sum, cost: dollarsOfNanos(sum.cost) }));
  return costs.sort((one, other) => (one.day ?? '').localeCompare(other.day ?? '') || other.cost - one.cost);
}

const groupOf = (row: Row, by: readonly CostGroup[]): Partial<ModelCost> => ({
  ...(row.day !== null && { day: row.day }),
  ...(row.account !== null && { account: row.account, accountName: row.accountName ?? '' }),
  ...(row.model !== null && by.includes('provider') && { provider: providerOf(row.model) }),
  ...(row.model !== null && by.includes('model') && { model: row.model }),
});
