import type { Scope } from '@/lib/engine/expressions/expressions';
import type { StepState } from '@/lib/engine/run/run-store';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';

/**
 * What templates and conditions of a workflow can read: its input, its file, and the steps that have settled. The text of a step
 * is written when it is read: all texts, for each template, would take seconds of a large workflow.
 * @param file as the step reads it
 */
export function scopeOf(workflow: Workflow, states: readonly StepState[], file: string | null): Scope {
  const { input, variables, steps } = workflow;
  const settled = states
    .filter(({ status }) => status !== 'PENDING' && status !== 'RUNNING')
    .map((state): [string, Scope['steps'][string]] => {
      const { output, status, position } = state;
      const step = steps[position];
      return [
        step?.id ?? '',
        {
          output,
          status,
          get text() {
            return outputText(step, state);
          },
        },
      ];
    });
  return { input, variables, file: file ?? '', steps: Object.fromEntries(settled) };
}

/** The text that stands for a step's output; empty if it has none. */
function outputText(step: Step | undefined, { output }: Pick<StepState, 'output'>): string {
  if (!step || output === null) return '';
  return taskNamed(step.task)?.text(output) ?? JSON.stringify(output);
}

/**
 * What a step reads without an input of its own: the outputs that it depends on, else the workflow's input, else the
 * uploaded file.
 */
export function readText(
  step: Step,
  { steps, input }: Workflow,
  states: readonly StepState[],
  file: string | null,
): string {
  const [only, ...others] = step.reads;
  if (only === undefined) return input.trim() === '' ? (file ?? '') : input;
  if (others.length === 0) return outputText(steps[only], states[only] ?? { output: null });
  const outputs = step.reads.map((position) => [steps[position]?.id ?? '', states[position]?.output ?? null]);
  return outputs.every(([, output]) => output === null)
    ? ''
    : JSON.stringify(Object.fromEntries(outputs), null, 2);
}
