import type { ObjectFieldBuilder } from '@pothos/core';
import { builder } from '@/graphql/builder';
import { repriceLimits } from '@/lib/config/limits';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { NamedRepriced, Repriced, Repricing } from '@/lib/server/usage/reprice-usage';

/** The cost of calls, and the cost that they would have. */
const sumFields = <Of extends Repriced>(t: ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Of>) => ({
  calls: t.field({
    type: 'Count',
    description: 'Those that used tokens.',
    resolve: ({ calls }: Of) => calls,
  }),
  tokensIn: t.field({ type: 'Count', resolve: ({ tokensIn }: Of) => tokensIn }),
  tokensOut: t.field({ type: 'Count', resolve: ({ tokensOut }: Of) => tokensOut }),
  cost: t.float({
    description: 'US dollars that they cost, of the calls whose cost is known.',
    resolve: ({ costNanos }: Of) => dollarsOfNanos(costNanos) ?? 0,
  }),
  unknownCostCount: t.field({
    type: 'Count',
    description: "Calls whose cost isn't known.",
    resolve: ({ unknownCosts }: Of) => unknownCosts,
  }),
  estimatedCount: t.field({
    type: 'Count',
    description: 'Calls whose tokens are an estimate, because their provider gave none.',
    resolve: ({ estimated }: Of) => estimated,
  }),
  wouldBe: t.float({
    nullable: true,
    description:
      "US dollars that the same tokens would cost, at the prices of the days of their calls; null if a price isn't known. Calls that don't fit are in it.",
    resolve: ({ wouldBeNanos }: Of) => dollarsOfNanos(wouldBeNanos),
  }),
  unfitCount: t.field({
    type: 'Count',
    description: "Calls that exceed the model's context or longest output.",
    resolve: ({ unfit }: Of) => unfit,
  }),
  largestUnfit: t.field({
    type: 'Count',
    nullable: true,
    description: 'Tokens of the largest of them, input and output; null if all fit.',
    resolve: ({ largestUnfit }: Of) => largestUnfit,
  }),
});

const RepricedGroupType = builder.objectRef<NamedRepriced>('RepricedGroup').implement({
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Of the model or template; null for templates beyond the first 2,000.',
    }),
    ...sumFields(t),
  }),
});

const ModelPriceType = builder.objectRef<Repricing['allModels'][number]>('RepricedModel').implement({
  description: 'All calls, priced on one model.',
  fields: (t) => ({
    model: t.exposeString('model'),
    wouldBe: t.float({
      nullable: true,
      description: "US dollars; null if a price of the time isn't known.",
      resolve: ({ wouldBeNanos }) => dollarsOfNanos(wouldBeNanos),
    }),
    unfitCount: t.expose('unfit', { type: 'Count' }),
  }),
});

export const RepricingType = builder.objectRef<Repricing>('Repricing').implement({
  description: 'The model calls of some days, priced on another model by their own token counts.',
  fields: (t) => ({
    from: t.field({ type: 'Date', resolve: ({ range }) => range.from }),
    to: t.field({ type: 'Date', resolve: ({ range }) => range.to }),
    model: t.exposeString('model', { nullable: true, description: 'Null: each call on its own model.' }),
    ...sumFields(t),
    mixesTokenizers: t.exposeBoolean('mixesTokenizers', {
      description:
        "Whether calls were of another provider than the model. Its tokenizer counts the same text otherwise, so that the sum isn't exact.",
    }),
    byModel: t.expose('byModel', {
      type: [RepricedGroupType],
      extensions: { rows: repriceLimits.rows },
      description: 'The models that were really used, the most expensive first, at most 100.',
    }),
    byTemplate: t.expose('byTemplate', {
      type: [RepricedGroupType],
      extensions: { rows: repriceLimits.rows },
      description: 'The most expensive first, at most 100.',
    }),
    allModels: t.expose('allModels', {
      type: [ModelPriceType],
      extensions: { rows: 500 },
      description: 'All calls on each model of the catalog that has prices, the cheapest first.',
    }),
  }),
});
