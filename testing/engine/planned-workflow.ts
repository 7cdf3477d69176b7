import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planHere } from '@/lib/engine/planning/plan-workflow';
import type { UploadedText, Workflow, WorkflowInput } from '@/lib/engine/workflow';

/** Plans a workflow for the sandbox's models. @throws Error if it has faults */
export function plannedWorkflow(
  steps: WorkflowInput['steps'],
  values: Partial<WorkflowInput> & { file?: string | UploadedText } = {},
): Workflow {
  const { file, ...input } = values;
  const plan = planHere(
    {
      name: 'Test',
      input: 'The arm stops.',
      variables: {},
      mode: 'DEPENDENCY',
      callbacks: [],
      steps,
      ...input,
    },
    {
      catalog: openCatalog(models),
      providers: new Set(['sandbox']),
      file: file === undefined ? null : uploadedText(file),
    },
  );
  if (plan.faults) throw new Error(JSON.stringify(plan.faults));
  return plan.workflow;
}

const uploadedText = (file: string | UploadedText): UploadedText =>
  typeof file === 'string'
    ? { name: 'file.txt', text: file, encoding: { name: 'utf-8', isMarked: false } }
    : file;
