import { allReads, narrowScope, type Reads, type Scope } from '@/lib/engine/expressions/scope';
import type { StepState } from '@/lib/engine/run/run-store';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';

/** The names that a step's condition reads. */
export const conditionScope = (step: Step, workflow: Workflow, states: readonly StepState[]): Scope =>
  readScope(scopeOf(workflow, states, { file: null, textOf: () => '' }), step.expressionReads?.condition);

/** The names that a step's templates read. @param file as the step reads it */
export const templateScope = (
  step: Step,
  workflow: Workflow,
  states: readonly StepState[],
  file: string | null,
): Scope => readScope(scopeOf(workflow, states, { file, textOf: outputText }), readsOfTemplates(step));

/** Whether a template of a step reads a part of the scope. */
export const templatesRead = (step: Step, root: string): boolean =>
  readsOfTemplates(step)?.roots.includes(root) ?? true;

const readsOfTemplates = ({ expressionReads: reads }: Step): Reads | undefined =>
  reads && allReads([reads.instructions, reads.input]);

/** Jobs that were stored before plans noted their reads may read everything. */
const readScope = (scope: Scope, reads: Reads | undefined): Scope =>
  reads ? narrowScope(scope, reads) : scope;

/**
 * The values that templates and conditions of a workflow can read: its input, its file, and the steps that have
 * settled. The text of a step is written when it is first read: all texts, for each template, would take seconds of a
 * large workflow.
 */
function scopeOf(
  { input, variables, steps }: Workflow,
  states: readonly StepState[],
  { file, textOf }: { file: string | null; textOf: typeof outputText },
): Scope {
  const settled = states
    .filter(({ status }) => status !== 'PENDING' && status !== 'RUNNING')
    .map(({ output, status, position }): [string, Scope['steps'][string]] => {
      const { id = '', task = '' } = steps[position] ?? {};
      let text: string | null = null;
      return [
        id,
        {
          output,
          status,
          get text() {
            text ??= textOf(task, output);
            return text;
          },
        },
      ];
    });
  return { input, variables, file: file ?? '', steps: Object.fromEntries(settled) };
}

/** A step's output as text; empty if it has none. */
export function outputText(task: string, output: unknown): string {
  if (output === null) return '';
  return taskNamed(task)?.text(output) ?? JSON.stringify(output);
}
