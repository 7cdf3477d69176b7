import { LRUCache } from 'lru-cache';
import { repriceLimits } from '@/lib/config/limits';
import type { ModelConfig } from '@/lib/config/models/model-config';
import { type Catalog, pricesAt, providerOf } from '@/lib/engine/models/catalog';
import { addCosts, type TokenUsage, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import { addDays, addMonths, dayOf, daysIn, monthOf, rangeProblem, startOfDay } from '@/lib/rules/day';
import { authorize, type Viewer, visibleJobs } from '@/lib/server/auth/viewer';
import { badInput, conflict } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import { turns } from '@/lib/server/runtime/fair-turns';
import {
  addGroup,
  type Bounds,
  boundsOf,
  type CallGroup,
  type CallScope,
  callGroups,
} from '@/lib/server/usage/call-groups';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { findUsageUser } from '@/lib/server/users/find-user';
import { type RepriceInput, repriceInput } from '@/lib/validation/usage';

/** The cost of calls, and the cost that they would have, in nano-dollars. */
export interface Repriced {
  calls: number;
  tokensIn: number;
  tokensOut: number;
  /** Of the calls whose cost is known. */
  costNanos: number;
  unknownCosts: number;
  /** Calls whose tokens are an estimate. */
  estimated: number;
  /** Of all calls, whether or not they fit; null if a price isn't known. */
  wouldBeNanos: number | null;
  /** Calls that exceed the context or the longest output of the model. */
  unfit: number;
  /** Tokens of the largest of them; null without any. */
  largestUnfit: number | null;
}

/** @param name a model or template; null for the calls of other templates */
export type NamedRepriced = Repriced & { name: string | null };

/** Calls of a range, priced on another model by their own token counts. */
export interface Repricing extends Repriced {
  range: UsageRange;
  /** Null: each call on its own model. */
  model: string | null;
  /** Whether some of the calls were of another provider, whose tokenizer counts otherwise. */
  mixesTokenizers: boolean;
  /** The models that were really used, the most expensive first. */
  byModel: NamedRepriced[];
  /** The most expensive first. */
  byTemplate: NamedRepriced[];
  /** All calls on each model of the catalog that has prices and doesn't fail on purpose, the cheapest first. */
  allModels: { model: string; wouldBeNanos: number | null; unfit: number }[];
}

/** Groups that are priced at once, about a millisecond. */
const GROUPS_AT_ONCE = 1_000;

/** Of ranges that were read lately: another model then needs no reading. */
const kept = new WeakMap<object, LRUCache<string, { bounds: Bounds; groups: CallGroup[] }>>();

/**
 * The model calls of the jobs that were started in the range, priced on another model. They are the account's or one
 * user's for an admin, otherwise the viewer's own. Last month unless a range is given.
 * @throws AppError BAD_USER_INPUT; NOT_FOUND for a user whose jobs the viewer can't see; CONFLICT if there are too many
 *   jobs or groups of calls; the signal's reason if the client has left
 */
export async function repriceUsage(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: RepriceInput,
  signal?: AbortSignal,
): Promise<Repricing> {
  authorize(viewer, 'read');
  const { userId, model = null, models, templates, ...days } = parseInput(repriceInput, input);
  const range = rangeOf(days, ctx.now());
  const { catalog } = workflowsOf(ctx).engine;
  if (model !== null && !catalog.models.some(({ id }) => id === model))
    throw badInput({ model: 'Choose a model of the catalog.' });
  const owner = userId ? (await findUsageUser(ctx, viewer, userId)).id : undefined;
  const scope = { ...visibleJobs(viewer), ...(owner && { userId: owner }) };
  const { bounds, groups } = await readGroups(ctx, scope, range, { catalog, signal });
  const repriced = await repriceGroups(groups, {
    ...{ catalog, model },
    models: models ? new Set(models) : null,
    templates: templates ? new Set(templates) : null,
    price: pricer(bounds, range),
    nextTurn: () => turns.begin(viewer.accountId, signal),
  });
  return { ...repriced, range, model };
}

interface RepriceOptions {
  catalog: Catalog;
  /** Null: each group on its own. */
  model: string | null;
  /** Only calls of these; null for all. */
  models: ReadonlySet<string> | null;
  templates: ReadonlySet<string | null> | null;
  price: ReturnType<typeof pricer>;
  nextTurn: () => Promise<void>;
}

/** Prices groups in turns, and goes through them once, however many models there are. */
async function repriceGroups(
  groups: readonly CallGroup[],
  { catalog, model, models, templates, price, nextTurn }: RepriceOptions,
): Promise<Omit<Repricing, 'range' | 'model'>> {
  const total = emptySum();
  const byModel = new Map<string, Repriced>();
  const byTemplate = new Map<string | null, Repriced>();
  const alike = new Map<string, CallGroup>();
  let mixesTokenizers = false;
  for (const [index, group] of groups.entries()) {
    if (index % GROUPS_AT_ONCE === 0) await nextTurn();
    if ((models && !models.has(group.model)) || (templates && !templates.has(group.template))) continue;
    const priced = price(group, catalog.named(model ?? group.model));
    for (const sum of [total, sumIn(byModel, group.model), sumIn(byTemplate, group.template)])
      addPriced(sum, group, priced);
    mixesTokenizers ||= model !== null && providerOf(group.model) !== providerOf(model);
    addAlike(alike, group);
  }
  const allModels: Repricing['allModels'] = [];
  for (const target of catalog.models) {
    if (target.prices.length === 0 || target.failsOnPurpose) continue;
    await nextTurn();
    const { wouldBeNanos, unfit } = sumOf([...alike.values()], (group) => price(group, target));
    allModels.push({ model: target.id, wouldBeNanos, unfit });
  }
  allModels.sort((one, other) => (one.wouldBeNanos ?? Infinity) - (other.wouldBeNanos ?? Infinity));
  return { ...total, mixesTokenizers, byModel: named(byModel), byTemplate: named(byTemplate), allModels };
}

function rangeOf({ from, to }: Pick<RepriceInput, 'from' | 'to'>, now: Date): UsageRange {
  if (from == null && to == null) {
    const month = addMonths(monthOf(dayOf(now)), -1);
    return { from: month, to: addDays(addMonths(month, 1), -1) };
  }
  const last = to ?? dayOf(now);
  const range = { from: from ?? addDays(last, 1 - repriceLimits.days), to: last };
  const problem = rangeProblem(range.from, range.to);
  if (problem) throw badInput({ ...problem });
  if (daysIn(range.from, range.to) > repriceLimits.days)
    throw badInput({ from: `Choose at most ${repriceLimits.days} days.` });
  return range;
}

async function readGroups(
  ctx: WorkflowContext,
  scope: CallScope,
  range: UsageRange,
  { catalog, signal }: { catalog: Catalog; signal: AbortSignal | undefined },
): Promise<{ bounds: Bounds; groups: CallGroup[] }> {
  const { most, keptGroups, keptMs } = repriceLimits;
  const cache = kept.get(ctx.db) ?? new LRUCache({ maxSize: keptGroups, ttl: keptMs });
  kept.set(ctx.db, cache);
  const key = JSON.stringify([scope, range]);
  const known = cache.get(key);
  if (known) return known;
  const bounds = boundsOf(catalog, startOfDay(range.from).getTime());
  const groups = await callGroups(ctx.db.sql, scope, range, { bounds, most, signal });
  if (groups === 'JOBS')
    throw conflict(`More than ${most.jobs} jobs were started in these days. Choose fewer days.`);
  if (groups === 'GROUPS')
    throw conflict('The calls of these days have too many models and templates. Choose fewer days.');
  const read = { bounds, groups };
  cache.set(key, read, { size: Math.max(1, groups.length) });
  return read;
}

/** Prices groups of calls. Each lies on one side of each of the catalog's bounds, so it has the same prices as each of its calls. */
function pricer({ moments, ...bounds }: Bounds, { from }: UsageRange) {
  return (group: CallGroup, model: ModelConfig): { costNanos: number | null; isUnfit: boolean } => {
    const exceeds = (kind: keyof typeof bounds, bound: number) =>
      group.above[kind] > bounds[kind].indexOf(bound);
    const isKnown = bounds.total.includes(model.context) && bounds.output.includes(model.maxOutput);
    const isUnfit = isKnown && (exceeds('total', model.context) || exceeds('output', model.maxOutput));
    const since = moments[group.above.moments - 1] ?? startOfDay(from).getTime();
    const prices = pricesAt(model, since);
    if (!prices) return { costNanos: null, isUnfit };
    const each = prices.above && exceeds('input', prices.above.tokens) ? prices.above.prices : prices;
    const kinds = Object.keys(group.usage) as (keyof TokenUsage)[];
    return { costNanos: kinds.reduce((sum, kind) => sum + group.usage[kind] * each[kind], 0), isUnfit };
  };
}

type Priced = ReturnType<ReturnType<typeof pricer>>;

const emptySum = (): Repriced => ({
  ...{ calls: 0, tokensIn: 0, tokensOut: 0, costNanos: 0, unknownCosts: 0, estimated: 0 },
  ...{ wouldBeNanos: 0, unfit: 0, largestUnfit: null },
});

function sumIn<Name>(sums: Map<Name, Repriced>, name: Name): Repriced {
  const sum = sums.get(name) ?? emptySum();
  sums.set(name, sum);
  return sum;
}

function sumOf(groups: readonly CallGroup[], priceOf: (group: CallGroup) => Priced): Repriced {
  const sum = emptySum();
  for (const group of groups) addPriced(sum, group, priceOf(group));
  return sum;
}

function addPriced(sum: Repriced, group: CallGroup, { costNanos, isUnfit }: Priced): void {
  sum.calls += group.calls;
  sum.tokensIn += tokensIn(group.usage);
  sum.tokensOut += tokensOut(group.usage);
  sum.costNanos += group.costNanos;
  sum.unknownCosts += group.unknownCosts;
  sum.estimated += group.estimated;
  sum.wouldBeNanos = addCosts(sum.wouldBeNanos, costNanos);
  if (!isUnfit) return;
  sum.unfit += group.calls;
  sum.largestUnfit = Math.max(sum.largestUnfit ?? 0, group.largest);
}

/** Adds up groups on the same side of each bound, of which there are few: any model prices them alike. */
function addAlike(alike: Map<string, CallGroup>, group: CallGroup): void {
  const key = Object.values(group.above).join(' ');
  const known = alike.get(key);
  if (known) addGroup(known, group);
  else alike.set(key, { ...group, usage: { ...group.usage } });
}

const named = <Name extends string | null>(sums: ReadonlyMap<Name, Repriced>): NamedRepriced[] =>
  [...sums]
    .map(([name, sum]) => ({ ...sum, name }))
    .sort((one, other) => other.costNanos - one.costNanos || other.calls - one.calls)
    .slice(0, repriceLimits.rows);
