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
  const [steps, files, result, metadata, workflow, inputFile, apiKey, rowPlace, awaitsApproval] =
    await Promise.all([
      job.steps().then((all) => Promise.all(all.map((step) => wholeStep(step, budget)))),
      job.files(),
      job.result(budget),
      job.metadata(budget),
      job.workflow(budget),
      job.inputFile(budget),
      job.apiKey(budget),
      job.rowPlace(),
      job.awaitsApproval(),
    ]);
  const request = { metadata, workflow, inputFile, apiKey };
  return { ...job, ...request, steps, files, result, rowPlace, awaitsApproval };
}

async function wholeStep(step: StepView, budget: ContentBudget): Promise<WholeStep> {
  const [output, definition, conditionValues, messages, hasMoreMessages, approval] = await Promise.all([
    step.output(budget),
    step.definition(budget),
    step.conditionValues(budget),
    step.messages(budget),
    step.hasMoreMessages(),
    step.approval(),
  ]);
  return { ...step, output, definition, conditionValues, messages, hasMoreMessages, approval };
}
