import type { Workflow } from '@/lib/engine/workflow';
import type { NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import type { Job } from '@/prisma/generated/prisma/client';

/** The input that starts a job. */
export type SentJob = Pick<NewJob, 'workflow' | 'fileOf' | 'slots' | 'metadata'>;

/**
 * The input of a stored job; null if it's no longer kept. Whether it has a file is read from the workflow, since the
 * file's own row may be gone by the next statement.
 */
export function sentWith({
  id,
  slots,
  ...texts
}: Pick<Job, 'id' | 'workflow' | 'slots' | 'metadata'>): SentJob | null {
  const stored = jsonValue(texts.workflow) as Workflow | null | undefined;
  if (!stored) return null;
  const workflow = withLaterFields(stored, null);
  const hasFileApart = workflow.file === null && workflow.fileName !== null;
  return { workflow, fileOf: hasFileApart ? id : null, slots, metadata: jsonValue(texts.metadata) };
}

/** Jobs that were stored before there were processors lack what belongs to them, and had their file inside. */
export const withLaterFields = (workflow: Workflow, file: string | null): Workflow => ({
  ...workflow,
  fileName: workflow.fileName ?? null,
  fileEncoding: workflow.fileEncoding ?? null,
  file: file ?? workflow.file,
  steps: workflow.steps.map((step) => ({
    ...step,
    preprocessors: step.preprocessors ?? [],
    postprocessors: step.postprocessors ?? [],
  })),
});
