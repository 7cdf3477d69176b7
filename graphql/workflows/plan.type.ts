import type { ObjectFieldBuilder } from '@pothos/core';
import { builder } from '@/graphql/builder';
import { TokenPricesType } from '@/graphql/workflows/attempt.type';
import { workflowLimits } from '@/lib/config/limits';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { PlanView } from '@/lib/server/workflows/get-plan';

/** An estimate of the cost, in nano-dollars. */
interface Estimated {
  estimatedCost: number | null;
  maxCost: number | null;
}

/** The two costs of an estimate. */
export const costFields = <Of extends Estimated>(
  t: ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Of>,
) => ({
  estimatedCost: t.float({
    nullable: true,
    description:
      "US dollars, with outputs of the usual length; null if a model's price isn't known, or if no model fits.",
    resolve: ({ estimatedCost }: Of) => dollarsOfNanos(estimatedCost),
  }),
  maxCost: t.float({
    nullable: true,
    description:
      "US dollars, with `max_tokens` used up by the most expensive of the model and its fallbacks; null if one of their prices isn't known, or if no model fits.",
    resolve: ({ maxCost }: Of) => dollarsOfNanos(maxCost),
  }),
});

export const PlannedStepType = builder.objectRef<PlanView['steps'][number]>('PlannedStep').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    task: t.exposeString('task'),
    wave: t.exposeInt('wave', { description: 'Steps of the same wave can run at the same time.' }),
    waitsFor: t.exposeIDList('waitsFor', {
      extensions: { rows: workflowLimits.steps },
      description: 'The steps that must have settled before it starts.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        "The step's own condition. Tokens and costs assume that it holds. Null if it has none, or if its earlier outcome is reused.",
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model that would be called first now; null if none is needed or fits.',
    }),
    reason: t.exposeString('reason'),
    fallbacks: t.exposeStringList('fallbacks', {
      extensions: { rows: workflowLimits.fallbacks },
      description: 'What would be called after it, in order.',
    }),
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    estimatedOutputTokens: t.expose('estimatedOutputTokens', {
      type: 'Count',
      description: 'Of these, the output of the usual length.',
    }),
    prices: t.expose('prices', {
      type: TokenPricesType,
      nullable: true,
      description: "The prices of `estimatedCost`; null if they aren't known, or if no model is called.",
    }),
    reused: t.boolean({
      description: 'Whether it takes the outcome of an earlier job, and calls no model.',
      resolve: ({ isReused = false }) => isReused,
    }),
    ...costFields(t),
  }),
});

const PlanWarningType = builder.objectRef<ReturnType<PlanView['warnings']>[number]>('PlanWarning').implement({
  description: "Something in a workflow that isn't refused, but probably isn't meant.",
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The place in the input, as of a fault.' }),
    message: t.exposeString('message'),
  }),
});

export const WorkflowPlanType = builder.objectRef<PlanView>('WorkflowPlan').implement({
  description: 'How a workflow would run now, each step once.',
  fields: (t) => ({
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    ...costFields(t),
    steps: t.field({
      type: [PlannedStepType],
      extensions: { rows: workflowLimits.steps },
      resolve: ({ steps }) => steps,
    }),
    warnings: t.field({
      type: [PlanWarningType],
      extensions: { rows: workflowLimits.warnings },
      description: `Variables and fields of outputs that a template reads and nothing has, so that they render as nothing. At most ${workflowLimits.warnings}.`,
      resolve: ({ warnings }) => warnings(),
    }),
  }),
});
