import type { FileRow } from '@/lib/server/files/find-files';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import type { StepView } from '@/lib/server/workflows/views/job-contents';
import type { JobView } from '@/lib/server/workflows/views/job-view';

/** A job with all that can be read of it. */
export type WholeJob = Omit<JobView, 'steps' | 'files' | 'result' | 'metadata'> & {
  steps: (Omit<StepView, 'output'> & { output: unknown })[];
  files: readonly FileRow[];
  result: unknown;
  metadata: unknown;
};

/** Reads all of a job. */
export async function wholeJob(job: JobView): Promise<WholeJob> {
  const unlimited = new ContentBudget('', Number.POSITIVE_INFINITY);
  const steps = await job.steps();
  const [outputs, files, result, metadata] = await Promise.all([
    Promise.all(steps.map((step) => step.output(unlimited))),
    job.files(),
    job.result(unlimited),
    job.metadata(unlimited),
  ]);
  return {
    ...job,
    steps: steps.map((step, index) => ({ ...step, output: outputs[index] })),
    files,
    result,
    metadata,
  };
}
