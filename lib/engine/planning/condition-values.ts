import type { Step, Workflow } from '@/lib/engine/workflow';

/** The outputs and states of a job's steps, by their ids. */
type Outcomes = ReadonlyMap<string, { status: string; output: unknown }>;

/**
 * The values that the condition of a step read, by the names that it has for them: `variables.tier`,
 * `steps.topic.output`. Null for a step whose plan doesn't say what it reads, as those of early versions.
 */
export function conditionValues(
  { condition, expressionReads }: Step,
  { input, variables }: Pick<Workflow, 'input' | 'variables'>,
  outcomes: Outcomes,
): Record<string, unknown> | null {
  const reads = expressionReads?.condition;
  if (condition === null || !reads) return null;
  const names = reads.variables ?? [];
  // A condition that takes the variables as a whole has read all of them.
  const readsAll = reads.roots.includes('variables') && names.length === 0;
  return Object.fromEntries([
    ...(reads.roots.includes('input') ? [['input', input]] : []),
    ...(readsAll
      ? [['variables', variables]]
      : names.map((name) => [`variables.${name}`, variables[name] ?? null])),
    ...reads.steps.flatMap((id) => {
      const outcome = outcomes.get(id);
      return [
        [`steps.${id}.output`, outcome?.output ?? null],
        ...(condition.includes('status') ? [[`steps.${id}.status`, outcome?.status ?? null]] : []),
      ];
    }),
  ]);
}
