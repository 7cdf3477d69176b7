import type { Catalog } from '@/lib/engine/models/catalog';
import type { TokenUsage } from '@/lib/engine/models/cost';
import { DAY_MS, endOfDay, startOfDay } from '@/lib/rules/day';
import type { SqlReader } from '@/lib/server/database/database';
import { turns } from '@/lib/server/runtime/fair-turns';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Jobs that are read at once: some milliseconds, and others' calls run in between. Far more can be counted. */
const JOBS_AT_ONCE = 250;
const COUNTED_AT_ONCE = 5_000;
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

interface ReadOptions {
  bounds: Bounds;
  /** How many jobs are read, and how many groups may come of them. */
  most: { jobs: number; groups: number };
  signal?: AbortSignal | undefined;
}

/**
 * The calls with tokens of the jobs that were started in the range, in groups. The jobs are counted before a call is
 * read. It counts and reads part after part in the account's turns.
 * @returns the groups, or what there is too much of
 * @throws the signal's reason if the client has left
 */
export async function callGroups(
  rows: SqlReader,
  { accountId, userId }: CallScope,
  { from, to }: UsageRange,
  { bounds, most, signal }: ReadOptions,
): Promise<CallGroup[] | 'JOBS' | 'GROUPS'> {
  // Jobs belong to the account of their user. Naming both would lead SQLite away from the user's few jobs.
  const own = userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`;
  const started = Prisma.sql`${own} AND "createdAt" >= ${startOfDay(from)} AND "createdAt" < ${endOfDay(to)}`;
  const nextTurn = () => turns.begin(accountId, signal);
  let after: JobPlace | undefined = { createdAt: new Date(startOfDay(from).getTime() - DAY_MS), id: '' };
  if (await hasMore(rows, following(started, after), most.jobs, nextTurn)) return 'JOBS';
  const groups = new Map<string, CallGroup>();
  const templates = new Set<string>();
  while (after) {
    await nextTurn();
    const rest = following(started, after);
    const last = await jobAt(rows, rest, JOBS_AT_ONCE);
    const page = last ? Prisma.sql`${rest} AND ("createdAt", "id") <= (${last.createdAt}, ${last.id})` : rest;
    for (const row of await rows<Row>(sumsOf(page, bounds))) {
      if (templates.size < MOST_TEMPLATES) templates.add(row.name);
      addTo(groups, groupOf(row, templates.has(row.name)));
    }
    if (groups.size > most.groups) return 'GROUPS';
    after = last;
  }
  return [...groups.values()];
}

interface JobPlace {
  createdAt: Date;
  id: string;
}

const following = (condition: Prisma.Sql, { createdAt, id }: JobPlace): Prisma.Sql =>
  Prisma.sql`${condition} AND ("createdAt", "id") > (${createdAt}, ${id})`;

/** The matching job with a number, the oldest being 1; undefined if there are fewer. */
async function jobAt(rows: SqlReader, condition: Prisma.Sql, number: number): Promise<JobPlace | undefined> {
  const [job] = await rows<JobPlace>(Prisma.sql`
    SELECT "createdAt", "id" FROM "Job" WHERE ${condition} ORDER BY "createdAt", "id" LIMIT 1 OFFSET ${number - 1}`);
  return job;
}

/** Whether more jobs match. It goes through index entries alone. */
async function hasMore(
  rows: SqlReader,
  condition: Prisma.Sql,
  most: number,
  nextTurn: () => Promise<void>,
): Promise<boolean> {
  let job: JobPlace | undefined;
  for (let left = most + 1; left > 0; left -= COUNTED_AT_ONCE) {
    await nextTurn();
    const rest = job ? following(condition, job) : condition;
    job = await jobAt(rows, rest, Math.min(left, COUNTED_AT_ONCE));
    if (!job) return false;
  }
  return true;
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
  if (known) addGroup(known, group);
  else groups.set(key, group);
}

/** Adds the sums of a group to those of another. */
export function addGroup(to: CallGroup, group: CallGroup): void {
  for (const kind of ['input', 'cachedInput', 'cacheWrite', 'output', 'reasoning'] as const)
    to.usage[kind] += group.usage[kind];
  for (const sum of ['calls', 'costNanos', 'unknownCosts', 'estimated'] as const) to[sum] += group[sum];
  to.largest = Math.max(to.largest, group.largest);
}
