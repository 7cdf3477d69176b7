import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import type { StepView } from '@/lib/server/workflows/views/job-contents';
import type { JobView } from '@/lib/server/workflows/views/job-view';

/** A view with the values of the fields that are read on request. */
type Read<View> = {
  [Field in keyof View]: View[Field] extends (...args: never) => Promise<infer Value> ? Value : View[Field];
};

type WholeStep = Read<StepView>;
/** A job with all that can be read of it. */
export type WholeJob = Omit<Read<JobView>, 'steps'> & { steps: WholeStep[] };

/** Reads all of a job. */
export async function wholeJob(job: JobView): Promise<WholeJob> {
  const budget = new ContentBudget('', Number.POSITIVE_INFINITY);
  const [
    steps,
    files,
    spending,
    interruptions,
    result,
    metadata,
    workflow,
    inputFile,
    apiKey,
    rowPlace,
    deepestError,
    outcome,
    rerunOf,
    awaitsApproval,
  ] = await Promise.all([
    job.steps().then((all) => Promise.all(all.map((step) => wholeStep(step, budget)))),
    job.files(),
    job.spending(),
    job.interruptions(),
    job.result(budget),
    job.metadata(budget),
    job.workflow(budget),
    job.inputFile(budget),
    job.apiKey(budget),
    job.rowPlace(),
    job.deepestError(),
    job.outcome(),
    job.rerunOf(),
    job.awaitsApproval(),
  ]);
  const whole = {
    steps,
    files,
    spending,
    interruptions,
    result,
    metadata,
    workflow,
    inputFile,
    apiKey,
    rowPlace,
    deepestError,
    outcome,
    rerunOf,
    awaitsApproval,
  };
  return { ...job, ...whole };
}

async function wholeStep(step: StepView, budget: ContentBudget): Promise<WholeStep> {
  const [spending, output, definition, conditionValues, messages, hasMoreMessages, approval] =
    await Promise.all([
      step.spending(),
      step.output(budget),
      step.definition(budget),
      step.conditionValues(budget),
      step.messages(budget),
      step.hasMoreMessages(),
      step.approval(),
    ]);
  return { ...step, spending, output, definition, conditionValues, messages, hasMoreMessages, approval };
}
