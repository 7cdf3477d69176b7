import { builder } from '@/graphql/builder';
import { nanoDollars } from '@/graphql/dollars';
import { workflowLimits } from '@/lib/config/limits';
import type { PlanView } from '@/lib/server/workflows/get-plan';

const PlannedStepType = builder.objectRef<PlanView['steps'][number]>('PlannedStep').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    task: t.exposeString('task'),
    wave: t.exposeInt('wave', { description: 'Steps of the same wave can run at the same time.' }),
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
    estimatedCost: t.float({
      nullable: true,
      description:
        "US dollars, with an output of the usual length; null if a model's price isn't known, or if no model fits.",
      resolve: ({ estimatedCost }) => nanoDollars(estimatedCost),
    }),
    maxCost: t.float({
      nullable: true,
      description:
        "US dollars, with `max_tokens` used up; null if a model's price isn't known, or if no model fits.",
      resolve: ({ maxCost }) => nanoDollars(maxCost),
    }),
  }),
});

export const WorkflowPlanType = builder.objectRef<PlanView>('WorkflowPlan').implement({
  description: 'How a workflow would run now, each step once.',
  fields: (t) => ({
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    estimatedCost: t.float({
      nullable: true,
      description:
        "US dollars, with outputs of the usual length; null if a model's price isn't known, or if no model fits.",
      resolve: ({ estimatedCost }) => nanoDollars(estimatedCost),
    }),
    maxCost: t.float({
      nullable: true,
      description:
        "US dollars, with `max_tokens` used up; null if a model's price isn't known, or if no model fits.",
      resolve: ({ maxCost }) => nanoDollars(maxCost),
    }),
    steps: t.field({
      type: [PlannedStepType],
      extensions: { rows: workflowLimits.steps },
      resolve: ({ steps }) => steps,
    }),
  }),
});
