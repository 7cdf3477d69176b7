import type { Step } from '@/lib/engine/workflow';

/** By position, whether no step waits for this one: its output belongs to the job's result. */
export function finalSteps(steps: readonly Pick<Step, 'waitsFor'>[]): boolean[] {
  const waitedFor = new Set(steps.flatMap(({ waitsFor }) => waitsFor));
  return steps.map((_, position) => !waitedFor.has(position));
}

/**
 * The result of a completed job: the output of its final step; of several, an object of their outputs by step id. Null
 * without any: every workflow has a final step, so the job has just been deleted.
 * @param final the outputs of all final steps, in the order of the workflow
 */
export function resultOf(final: readonly { stepId: string; output: unknown }[]): unknown {
  const [first, ...others] = final;
  if (!first) return null;
  if (others.length === 0) return first.output;
  return Object.fromEntries(final.map(({ stepId, output }) => [stepId, output]));
}
