import type { TokenUsage } from '@/lib/engine/calls/provider';
import type { Catalog } from '@/lib/engine/models/catalog';
import { DAY_MS, endOfDay, startOfDay } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import { turns } from '@/lib/server/runtime/fair-turns';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Jobs that are read at once: some milliseconds, and others' calls run in between. */
const JOBS_AT_ONCE = 250;
/** Templates that are told apart; the calls of any others are one group. */
const MOST_TEMPLATES = 2_000;

/** The moments and numbers of tokens between which the catalog decides alike about all calls. Ascending. */
export interface Bounds {
  /** From which prices of some model apply, in milliseconds since the epoch. */
  moments: readonly number[];
  /** Of input, above which some model has other prices. */
  input: readonly number[];
  /** Of input and output, the contexts of models. */
  total: readonly number[];
  /** Of output, the longest outputs of models. */
  output: readonly number[];
}

/** The sums of calls of one model in one template that the catalog decides alike about. */
export interface CallGroup {
  model: string;
  /** Null for those beyond the templates that are told apart. */
  template: string | null;
  /** How many bounds of each kind the calls exceed; of moments, how many they have reached. */
  above: { moments: number; input: number; total: number; output: number };
  calls: number;
  usage: TokenUsage;
  /** Nano-dollars, of the calls whose cost is known. */
  costNanos: number;
  unknownCosts: number;
  /** Calls whose tokens are an estimate. */
  estimated: number;
  /** Tokens of its largest call, input and output. */
  largest: number;
}

/** Whose calls: an account's, or one user's. */
export type CallScope = { accountId: string; userId?: string };

/** The bounds of a catalog for calls that began since some moment. */
export function boundsOf({ models }: Catalog, since: number): Bounds {
  const prices = models.flatMap((model) => model.prices);
  return {
    moments: ascending(prices.map(({ from }) => Date.parse(from)).filter((moment) => moment > since)),
    input: ascending(prices.flatMap(({ prices: { above } }) => above?.tokens ?? [])),
    total: ascending(models.map(({ context }) => context)),
    output: ascending(models.map(({ maxOutput }) => maxOutput)),
  };
}

const ascending = (values: readonly number[]): number[] =>
  [...new Set(values)].sort((one, other) => one - other);

type Sum = number | bigint;
interface Row extends Record<keyof TokenUsage | 'calls' | 'costNanos' | 'unknownCosts' | 'estimated', Sum> {
  model: string;
  name: string;
  moments: Sum;
  inputAbove: Sum;
  totalAbove: Sum;
  outputAbove: Sum;
  largest: Sum;
}

/**
 * The calls with tokens of the jobs that were started in the range, in groups. It reads part after part in the account's
 * turns.
 * @param mostJobs that are read
 * @returns null if there are more
 * @throws the signal's reason if the client has left
 */
export async function callGroups(
  rows: SqlReader,
  { accountId, userId }: CallScope,
  { from, to }: UsageRange,
  { bounds, mostJobs, signal }: { bounds: Bounds; mostJobs: number; signal?: AbortSignal | undefined },
): Promise<CallGroup[] | null> {
  // Jobs belong to the account of their user. Naming both would lead SQLite away from the user's few jobs.
  const own = userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`;
  const groups = new Map<string, CallGroup>();
  const templates = new Set<string>();
  let after = { createdAt: new Date(startOfDay(from).getTime() - DAY_MS), id: '' };
  const started = Prisma.sql`${own} AND "createdAt" >= ${startOfDay(from)} AND "createdAt" < ${endOfDay(to)}`;
  for (let jobs = 0; ; jobs += JOBS_AT_ONCE) {
    if (jobs > 0) await turns.begin(accountId, signal);
    if (jobs >= mostJobs) return null;
    const following = Prisma.sql`${started} AND ("createdAt", "id") > (${after.createdAt}, ${after.id})`;
    const [last] = await rows<{ createdAt: Date; id: string }>(Prisma.sql`
      SELECT "createdAt", "id" FROM "Job" WHERE ${following}
      ORDER BY "createdAt", "id" LIMIT 1 OFFSET ${JOBS_AT_ONCE - 1}`);
    const page = last
      ? Prisma.sql`${following} AND ("createdAt", "id") <= (${last.createdAt}, ${last.id})`
      : following;
    for (const row of await rows<Row>(sumsOf(page, bounds))) {
      if (templates.size < MOST_TEMPLATES) templates.add(row.name);
      addTo(groups, groupOf(row, templates.has(row.name)));
    }
    if (!last) return [...groups.values()];
    after = last;
  }
}

const input = Prisma.raw('("inputTokens" + "cachedInputTokens" + "cacheWriteTokens")');
const output = Prisma.raw('("outputTokens" + "reasoningTokens")');

const sumsOf = (page: Prisma.Sql, { moments, ...bounds }: Bounds): Prisma.Sql => Prisma.sql`
  SELECT "model", "name", ${reached(moments)} AS "moments",
    ${exceeded(input, bounds.input)} AS "inputAbove",
    ${exceeded(Prisma.sql`${input} + ${output}`, bounds.total)} AS "totalAbove",
    ${exceeded(output, bounds.output)} AS "outputAbove",
    count(*) AS "calls", sum("inputTokens") AS "input", sum("cachedInputTokens") AS "cachedInput",
    sum("cacheWriteTokens") AS "cacheWrite", sum("outputTokens") AS "output",
    sum("reasoningTokens") AS "reasoning", sum(coalesce("costNanos", 0)) AS "costNanos",
    sum(CASE WHEN "costNanos" IS NULL THEN 1 ELSE 0 END) AS "unknownCosts",
    sum(CASE WHEN "estimated" THEN 1 ELSE 0 END) AS "estimated", max(${input} + ${output}) AS "largest"
  FROM (SELECT "id", "name" FROM "Job" WHERE ${page}) AS "Started" CROSS JOIN "Attempt"
  WHERE "jobId" = "id" AND "outcome" NOT IN ('PASSED_OVER', 'RUNNING') AND ${input} + ${output} > 0
  GROUP BY 1, 2, 3, 4, 5, 6`;

/** How many of the bounds a number exceeds. They are the catalog's, so the text of the statement is always the same. */
function exceeded(value: Prisma.Sql, bounds: readonly number[]): Prisma.Sql {
  if (bounds.length === 0) return Prisma.sql`0`;
  const cases = bounds.map(
    (bound, index) => Prisma.sql`WHEN ${value} <= ${Prisma.raw(`${bound} THEN ${index}`)}`,
  );
  return Prisma.sql`CASE ${Prisma.join(cases, ' ')} ELSE ${Prisma.raw(String(bounds.length))} END`;
}

function reached(moments: readonly number[]): Prisma.Sql {
  if (moments.length === 0) return Prisma.sql`0`;
  const cases = moments.map(
    (moment, index) => Prisma.sql`WHEN "startedAt" < ${new Date(moment)} THEN ${Prisma.raw(String(index))}`,
  );
  return Prisma.sql`CASE ${Prisma.join(cases, ' ')} ELSE ${Prisma.raw(String(moments.length))} END`;
}

const groupOf = (row: Row, isNamed: boolean): CallGroup => ({
  model: row.model,
  template: isNamed ? row.name : null,
  above: {
    moments: Number(row.moments),
    input: Number(row.inputAbove),
    total: Number(row.totalAbove),
    output: Number(row.outputAbove),
  },
  calls: Number(row.calls),
  usage: {
    input: Number(row.input),
    cachedInput: Number(row.cachedInput),
    cacheWrite: Number(row.cacheWrite),
    output: Number(row.output),
    reasoning: Number(row.reasoning),
  },
  costNanos: Number(row.costNanos),
  unknownCosts: Number(row.unknownCosts),
  estimated: Number(row.estimated),
  largest: Number(row.largest),
});

function addTo(groups: Map<string, CallGroup>, group: CallGroup): void {
  const key = JSON.stringify([group.model, group.template, group.above]);
  const known = groups.get(key);
  if (!known) {
    groups.set(key, group);
    return;
  }
  for (const kind of ['input', 'cachedInput', 'cacheWrite', 'output', 'reasoning'] as const)
    known.usage[kind] += group.usage[kind];
  for (const sum of ['calls', 'costNanos', 'unknownCosts', 'estimated'] as const) known[sum] += group[sum];
  known.largest = Math.max(known.largest, group.largest);
}
