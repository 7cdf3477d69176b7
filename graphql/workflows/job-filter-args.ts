import { builder } from '@/graphql/builder';
import { JobStatusType } from '@/graphql/workflows/job.type';
import { limits } from '@/lib/config/limits';

/** How many jobs a search looks at, in words of descriptions. */
export const mostLookedAt = limits.jobSearch.jobs.toLocaleString('en-US');

const { metadataFilter } = limits;

const JobMetadataInputType = builder.inputType('JobMetadataInput', {
  description: 'A property of metadata, at any level, with its value.',
  fields: (t) => ({
    key: t.string({ required: true, description: `1 to ${metadataFilter.key} characters.` }),
    value: t.string({
      required: true,
      description: `A text of at most ${metadataFilter.value} characters, or a number, true, false, or null.`,
    }),
  }),
});

/** The filters of lists of jobs, and of rerunJobs. */
export const commonFilterArgs = builder.args((t) => ({
  userId: t.id({ description: 'The user who started them.' }),
  name: t.string({ description: 'Part of their name in any case, or the beginning of their id.' }),
  errorCode: t.string({ description: 'The code with which they failed.' }),
  failureCode: t.string({
    description: 'A code with which they, one of their steps, or a call of a model failed. Ended ones only.',
  }),
  from: t.field({ type: 'Date', description: 'First UTC day on which they were started.' }),
  to: t.field({ type: 'Date', description: 'Last UTC day, included.' }),
  search: t.string({
    description:
      "Words in any case. Each is in the name, the beginning of the id or the metadata, a failure's code, a called model, or the API key's name. A key's whole id is found, too.",
  }),
  metadata: t.field({
    type: [JobMetadataInputType],
    description: `All of these properties are in their metadata, at most ${metadataFilter.properties}.`,
  }),
  template: t.string({ description: 'Their exact name.' }),
  model: t.string({ description: 'A `provider/model` that they have called, once they have ended.' }),
  callOutcome: t.string({
    description:
      'How one of their calls ended: FAILED (lost ones too), LOST, PASSED_OVER, or the code of a failure. With `model`, a call of that model.',
  }),
  exceptTemplates: t.stringList({
    description: `Not those with these exact names, at most ${limits.top.max}.`,
  }),
  apiKeyId: t.id({ description: 'The API key that they were started with; NONE: without one.' }),
  withFallbacks: t.boolean({
    description:
      'Ended ones of which a step needed another than its first model (true), or none did (false).',
  }),
  costOver: t.float({ description: 'Ended ones that cost more US dollars.' }),
  durationOver: t.float({ description: 'Ended ones that ran for more seconds.' }),
  endedFrom: t.field({ type: 'Date', description: 'First UTC day on which they ended.' }),
  endedTo: t.field({ type: 'Date', description: 'Last UTC day, included.' }),
  onlyExecutions: t.boolean({
    description: 'Only those that count as executions: ended, and not canceled before a model was called.',
  }),
}));

const listFilterArgs = builder.args((t) => ({
  status: t.field({ type: JobStatusType }),
  bulkJobId: t.id({
    description: 'Jobs of the rows of this bulk job. Without it, they are left out.',
  }),
  withBulkRows: t.boolean({
    description: 'With jobs of the rows of bulk jobs, which are left out otherwise.',
  }),
  awaitsApproval: t.boolean({ description: 'Only those whose `waitReason` is `APPROVAL`.' }),
}));

/** The filters of lists of jobs. */
export const jobFilterArgs = { ...commonFilterArgs, ...listFilterArgs };
