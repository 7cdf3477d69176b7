import { builder } from '@/graphql/builder';
import { costFields, PlannedStepType } from '@/graphql/workflows/plan.type';
import { limits, workflowLimits } from '@/lib/config/limits';
import type { RowEstimate } from '@/lib/server/bulk/estimate-rows';
import type { BulkPlanView, ExampleStep, RowProblem } from '@/lib/server/bulk/plan-bulk-workflow';

const RowEstimateType = builder.objectRef<RowEstimate>('BulkRowEstimate').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    ...costFields(t),
  }),
});

const RowProblemType = builder.objectRef<RowProblem>('BulkRowProblem').implement({
  fields: (t) => ({
    line: t.exposeInt('line'),
    stepId: t.exposeID('stepId'),
    message: t.exposeString('message'),
  }),
});

const ExampleStepType = builder.objectRef<ExampleStep>('BulkExampleStep').implement({
  fields: (t) => ({
    stepId: t.exposeID('stepId'),
    input: t.exposeString('input', {
      nullable: true,
      description: 'Null if it works on the input or on what it depends on.',
    }),
    instructions: t.exposeString('instructions'),
  }),
});

const BulkExampleType = builder.objectRef<NonNullable<BulkPlanView['example']>>('BulkExample').implement({
  description: "The templates of the steps with a row's values, without the outputs of other steps.",
  fields: (t) => ({
    line: t.exposeInt('line'),
    steps: t.field({
      type: [ExampleStepType],
      extensions: { rows: workflowLimits.steps },
      resolve: ({ steps }) => steps,
    }),
  }),
});

export const BulkPlanType = builder.objectRef<BulkPlanView>('BulkPlan').implement({
  description: 'How a workflow would run now over the rows of a file.',
  fields: (t) => ({
    rowCount: t.exposeInt('rowCount', { description: 'Rows that would run.' }),
    skippedCount: t.exposeInt('skippedCount', { description: 'Rows that onlyIf leaves out, at no cost.' }),
    estimatedTokens: t.expose('estimatedTokens', { type: 'Count' }),
    ...costFields(t),
    shortest: t.expose('shortest', {
      type: RowEstimateType,
      nullable: true,
      description: 'The row with the fewest tokens among those that fit a model.',
    }),
    longest: t.expose('longest', { type: RowEstimateType, nullable: true }),
    steps: t.field({
      type: [PlannedStepType],
      extensions: { rows: workflowLimits.steps },
      description: 'The steps of the longest row.',
      resolve: ({ steps }) => steps,
    }),
    problemCount: t.exposeInt('problemCount', {
      description: "Rows that would fail. They aren't part of the estimate.",
    }),
    problems: t.field({
      type: [RowProblemType],
      extensions: { rows: limits.bulkRun.named },
      description: 'The first 100 of them: a template fails, or no model holds the row.',
      resolve: ({ problems }) => problems,
    }),
    example: t.expose('example', {
      type: BulkExampleType,
      nullable: true,
      description: 'The first row that would run.',
    }),
  }),
});
