import type { StepState } from '@/lib/engine/run/run-store';
import { outputText } from '@/lib/engine/tasks/output-text';
import type { Step, Workflow } from '@/lib/engine/workflow';

/** What a step works on without an input of its own. */
export type OwnText = { text: string } | { outputs: Record<string, unknown> };

/**
 * What a step reads without an input of its own: the outputs that it depends on, else the workflow's input, else the
 * uploaded file.
 * @returns several outputs as they are, to be joined; by the ids of their steps
 */
export function readText(
  step: Step,
  { steps, input }: Workflow,
  states: readonly StepState[],
  file: string | null,
): OwnText {
  const [only, ...others] = step.reads;
  if (only === undefined) return { text: input.trim() === '' ? (file ?? '') : input };
  if (others.length === 0) return { text: outputText(steps[only]?.task ?? '', states[only]?.output ?? null) };
  const outputs = step.reads.map((position) => [steps[position]?.id ?? '', states[position]?.output ?? null]);
  return outputs.every(([, output]) => output === null)
    ? { text: '' }
    : { outputs: Object.fromEntries(outputs) };
}
