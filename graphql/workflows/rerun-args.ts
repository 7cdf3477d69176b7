import { builder } from '@/graphql/builder';

const StepChangesInputType = builder.inputType('StepChangesInput', {
  description: 'What a step has in place of what it had; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true }),
    instructions: t.string({ description: 'Null: none.' }),
    model: t.string({ description: 'Null: chosen by its strategy.' }),
  }),
});

const RerunChangesInputType = builder.inputType('RerunChangesInput', {
  description: 'What a job runs again with; what is left out stays.',
  fields: (t) => ({
    input: t.string({ description: 'Null: none.' }),
    steps: t.field({ type: [StepChangesInputType] }),
  }),
});

/** How a job runs again. */
export const rerunArgs = builder.args((t) => ({
  fromStep: t.id({
    description:
      'The step to run again, with all that depends on it. Other steps keep the outcomes that they had. Without it, all run.',
  }),
  changes: t.field({ type: RerunChangesInputType }),
}));
