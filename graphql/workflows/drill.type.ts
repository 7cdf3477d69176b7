import { builder } from '@/graphql/builder';
import { JobAttemptType } from '@/graphql/workflows/attempt.type';
import { JobStatusType } from '@/graphql/workflows/job.type';
import { StepStatusType } from '@/graphql/workflows/step.type';
import { limits, workflowLimits } from '@/lib/config/limits';
import { errorDocs } from '@/lib/config/workflow-errors';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import type { DrilledStepView, DrillView } from '@/lib/server/workflows/drill-job';

export const DrillDownAsType = builder.enumType('DrillDownAs', {
  description: 'How a call of a model that is down fails.',
  values: {
    UNAVAILABLE: { description: 'With HTTP 503.' },
    NO_CONNECTION: { description: 'Without a connection.' },
  } as const,
});

const of = { required: true, description: 'A provider, or `provider/model`.' } as const;

export const DrillSlowType = builder.inputType('DrillSlow', {
  fields: (t) => ({
    of: t.string(of),
    seconds: t.float({ required: true, description: 'Until its first token, 0 to 600.' }),
  }),
});

export const DrillPriceFactorType = builder.inputType('DrillPriceFactor', {
  fields: (t) => ({
    of: t.string(of),
    factor: t.float({ required: true, description: 'By which its prices are multiplied, 0 to 1,000.' }),
  }),
});

const DrillBasisType = builder.enumType('DrillBasis', {
  description: "The source of an attempt's outcome and time.",
  values: {
    RECORDED: { description: 'The job really had it.' },
    SCENARIO: { description: 'What the drill changes.' },
    MEASURED: { description: "The median of the model's replies in the job, or lately in the account." },
    CATALOG: { description: "The catalog's usual time." },
    UNKNOWN: { description: 'Nothing is known of its time.' },
  } as const,
});

const DrillErrorType = builder.objectRef<NonNullable<DrilledStepView['error']>>('DrillError').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    stepId: t.exposeID('stepId', { nullable: true }),
    docs: t.string({ resolve: ({ code }) => errorDocs(code) }),
  }),
});

const cost = (of: { costNanos: number | null }) => dollarsOfNanos(of.costNanos);
const whole = ({ milliseconds }: { milliseconds: number | null }) =>
  milliseconds === null ? null : Math.round(milliseconds);

const DrillUnchangedType = builder
  .objectRef<Awaited<ReturnType<DrillView['unchanged']>>>('DrillUnchanged')
  .implement({
    description:
      "The same replay without changes. Its time differs from the real one: the server's own work isn't in it, and waits that vary at random have their middle. All null if it makes too many calls.",
    fields: (t) => ({
      cost: t.float({ nullable: true, description: "US dollars; null if it isn't known.", resolve: cost }),
      milliseconds: t.field({
        type: 'Count',
        nullable: true,
        description: "Null if a model's time isn't known.",
        resolve: whole,
      }),
    }),
  });

const DrillStepActualType = builder.objectRef<DrilledStepView['actual']>('DrillStepActual').implement({
  description: 'What a step really took.',
  fields: (t) => ({
    status: t.expose('status', { type: StepStatusType }),
    model: t.exposeString('model', { nullable: true }),
    calls: t.exposeInt('calls'),
    cost: t.float({ nullable: true, description: 'US dollars.', resolve: cost }),
    milliseconds: t.field({ type: 'Count', nullable: true, resolve: whole }),
  }),
});

const DrillStepType = builder.objectRef<DrilledStepView>('DrillStep').implement({
  fields: (t) => ({
    id: t.exposeID('stepId'),
    status: t.expose('status', {
      type: StepStatusType,
      nullable: true,
      description: "Null if the job's record doesn't say: the step never ran, or a person never decided.",
    }),
    model: t.exposeString('model', { nullable: true, description: 'The model that would have served it.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why its first model is chosen.' }),
    error: t.expose('error', { type: DrillErrorType, nullable: true }),
    calls: t.int({
      resolve: ({ attempts }) => attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER').length,
    }),
    cost: t.float({
      nullable: true,
      description: "US dollars; null if a model's price isn't known, or the status.",
      resolve: cost,
    }),
    milliseconds: t.field({
      type: 'Count',
      nullable: true,
      description: "From its start to its end; null if it wouldn't start, or a model's time isn't known.",
      resolve: whole,
    }),
    unchanged: t.field({ type: DrillUnchangedType, resolve: (drilled) => drilled.unchanged() }),
    actual: t.expose('actual', { type: DrillStepActualType }),
  }),
});

const DrillAttemptType = builder.objectRef<DrillView['attempts'][number]>('DrillAttempt').implement({
  fields: (t) => ({
    basis: t.expose('basis', { type: DrillBasisType }),
    attempt: t.expose('attempt', { type: JobAttemptType }),
  }),
});

const DrillActualType = builder.objectRef<DrillView['actual']>('DrillActual').implement({
  description: 'What a job really took.',
  fields: (t) => ({
    status: t.expose('status', { type: JobStatusType }),
    cost: t.float({ nullable: true, description: 'US dollars.', resolve: cost }),
    milliseconds: t.field({
      type: 'Count',
      nullable: true,
      description: 'From its first step to its end; null if it never started.',
      resolve: whole,
    }),
    approvalMilliseconds: t.field({
      type: 'Count',
      description: 'Time in which the job only waited for a person.',
      resolve: ({ approvalMs }) => Math.round(approvalMs),
    }),
  }),
});

export const JobDrillType = builder.objectRef<DrillView>('JobDrill').implement({
  description: 'What would have happened to a job. No model is called.',
  fields: (t) => ({
    status: t.expose('status', {
      type: JobStatusType,
      nullable: true,
      description:
        "Null if the job's record doesn't say: a step that never ran would have run, or a person would have decided.",
    }),
    error: t.expose('error', { type: DrillErrorType, nullable: true }),
    cost: t.float({
      nullable: true,
      description: "US dollars; null if a model's price isn't known, or the status.",
      resolve: cost,
    }),
    milliseconds: t.field({
      type: 'Count',
      nullable: true,
      description: "From its first step to its end; null if a model's time isn't known, or the status.",
      resolve: whole,
    }),
    approvalMilliseconds: t.field({
      type: 'Count',
      nullable: true,
      description: 'The same in the drill: a person takes as long as they did.',
      resolve: ({ approvalMs }) => (approvalMs === null ? null : Math.round(approvalMs)),
    }),
    unchanged: t.field({ type: DrillUnchangedType, resolve: (drilled) => drilled.unchanged() }),
    actual: t.expose('actual', { type: DrillActualType }),
    steps: t.expose('steps', { type: [DrillStepType], extensions: { rows: workflowLimits.steps } }),
    attempts: t.expose('attempts', {
      type: [DrillAttemptType],
      extensions: { rows: limits.list.max },
      description: 'In the order of the steps, at most a thousand. Their `prices` are null.',
    }),
  }),
});
