import { LRUCache } from 'lru-cache';
import { repriceLimits } from '@/lib/config/limits';
import type { ModelConfig } from '@/lib/config/models/model-config';
import { addCosts, tokensIn, tokensOut } from '@/lib/engine/calls/cost';
import type { TokenUsage } from '@/lib/engine/calls/provider';
import { type Catalog, pricesAt, providerOf } from '@/lib/engine/models/catalog';
import { addDays, addMonths, dayOf, daysIn, monthOf, rangeProblem, startOfDay } from '@/lib/rules/day';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { badInput, conflict } from '@/lib/server/errors';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { parseInput } from '@/lib/server/parse-input';
import {
  type Bounds,
  boundsOf,
  type CallGroup,
  type CallScope,
  callGroups,
} from '@/lib/server/usage/call-groups';
import type { UsageRange } from '@/lib/server/usage/usage-range';
import { visibleJobs } from '@/lib/server/workflows/get-job';
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
  /** All calls on each model of the catalog that has prices, the cheapest first. */
  allModels: { model: string; wouldBeNanos: number | null; unfit: number }[];
}

/** Of ranges that were read lately: another model then needs no reading. */
const kept = new WeakMap<object, LRUCache<string, { bounds: Bounds; groups: CallGroup[] }>>();

/**
 * The model calls of the jobs that were started in the range, priced on another model: the account's for an admin,
 * otherwise the viewer's own. Last month unless a range is given.
 * @throws AppError BAD_USER_INPUT; CONFLICT if there are too many jobs
 */
export async function repriceUsage(
  ctx: WorkflowContext,
  viewer: Viewer,
  input: RepriceInput,
  signal?: AbortSignal,
): Promise<Repricing> {
  authorize(viewer, 'read');
  const { model = null, models, templates, ...days } = parseInput(repriceInput, input);
  const range = rangeOf(days, ctx.now());
  const { catalog } = workflowsOf(ctx).engine;
  if (model !== null && !catalog.models.some(({ id }) => id === model))
    throw badInput({ model: 'Choose a model of the catalog.' });
  const { bounds, groups: all } = await readGroups(ctx, visibleJobs(viewer), range, { catalog, signal });
  const groups = all.filter(
    (group) =>
      (models == null || models.includes(group.model)) &&
      (templates == null || (group.template !== null && templates.includes(group.template))),
  );
  const price = pricer(bounds, range);
  const on = (target: string | null) => (group: CallGroup) =>
    price(group, catalog.named(target ?? group.model));
  const total = sumOf(groups, on(model));
  return {
    ...total,
    range,
    model,
    mixesTokenizers: model !== null && groups.some((group) => providerOf(group.model) !== providerOf(model)),
    byModel: named(groups, (group) => group.model, on(model)),
    byTemplate: named(groups, ({ template }) => template, on(model)),
    allModels: catalog.models
      .filter(({ prices }) => prices.length > 0)
      .map(({ id }) => {
        const { wouldBeNanos, unfit } = sumOf(groups, on(id));
        return { model: id, wouldBeNanos, unfit };
      })
      .sort((one, other) => (one.wouldBeNanos ?? Infinity) - (other.wouldBeNanos ?? Infinity)),
  };
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
  const { mostJobs, keptGroups, keptMs } = repriceLimits;
  const cache = kept.get(ctx.db) ?? new LRUCache({ maxSize: keptGroups, ttl: keptMs });
  kept.set(ctx.db, cache);
  const key = JSON.stringify([scope, range]);
  const known = cache.get(key);
  if (known) return known;
  const bounds = boundsOf(catalog, startOfDay(range.from).getTime());
  const groups = await callGroups(ctx.db.sql, scope, range, { bounds, mostJobs, signal });
  if (!groups) throw conflict(`More than ${mostJobs} jobs were started in these days. Choose fewer days.`);
  const read = { bounds, groups };
  cache.set(key, read, { size: groups.length + 1 });
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

type Price = (group: CallGroup) => ReturnType<ReturnType<typeof pricer>>;

function sumOf(groups: readonly CallGroup[], price: Price): Repriced {
  const sum: Repriced = {
    ...{ calls: 0, tokensIn: 0, tokensOut: 0, costNanos: 0, unknownCosts: 0, estimated: 0 },
    ...{ wouldBeNanos: 0, unfit: 0, largestUnfit: null },
  };
  for (const group of groups) {
    const { costNanos, isUnfit } = price(group);
    sum.calls += group.calls;
    sum.tokensIn += tokensIn(group.usage);
    sum.tokensOut += tokensOut(group.usage);
    sum.costNanos += group.costNanos;
    sum.unknownCosts += group.unknownCosts;
    sum.estimated += group.estimated;
    sum.wouldBeNanos = addCosts(sum.wouldBeNanos, costNanos);
    if (!isUnfit) continue;
    sum.unfit += group.calls;
    sum.largestUnfit = Math.max(sum.largestUnfit ?? 0, group.largest);
  }
  return sum;
}

const named = (
  groups: readonly CallGroup[],
  nameOf: (group: CallGroup) => string | null,
  price: Price,
): NamedRepriced[] =>
  [...Map.groupBy(groups, nameOf)]
    .map(([name, ofName]) => ({ ...sumOf(ofName, price), name }))
    .sort((one, other) => other.costNanos - one.costNanos || other.calls - one.calls)
    .slice(0, repriceLimits.rows);
