import type { Step, Workflow } from '@/lib/engine/workflow';

/** The states of a job's steps, and the outputs that are needed, by their ids. */
type Outcomes = ReadonlyMap<string, { status: string; output: unknown }>;

/** The names of the values that the condition of a step reads; null if it has none, or its plan doesn't say. */
export function conditionNames({ condition, expressionReads }: Step): readonly string[] | null {
  const reads = expressionReads?.condition;
  if (condition === null || !reads) return null;
  if (reads.names) return reads.names;
  // Plans from before 0.17.0 name variables and steps. Their other parts aren't known.
  return [
    ...(reads.roots.includes('input') ? ['input'] : []),
    ...(reads.variables ?? []).map((name) => `variables.${name}`),
    ...reads.steps.map((id) => `steps.${id}.output`),
  ];
}

/** The steps that some names are of. @param part those of which this part is named */
export const stepsNamed = (names: readonly string[], part: 'output' | 'status' | null = null): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const found = stepPart(name);
      return found && (part === null || found.part === part) ? [found.id] : [];
    }),
  ),
];

/** The values of names that the condition of a step reads: `variables.tier`, `steps.topic.output`. */
export const conditionValues = (
  names: readonly string[],
  { input, variables }: Pick<Workflow, 'input' | 'variables'>,
  outcomes: Outcomes,
): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => {
      if (name === 'input') return [name, input];
      if (name === 'variables') return [name, variables];
      const step = stepPart(name);
      if (step) return [name, outcomes.get(step.id)?.[step.part] ?? null];
      const variable = name.slice('variables.'.length);
      return [name, Object.hasOwn(variables, variable) ? variables[variable] : null];
    }),
  );

function stepPart(name: string): { id: string; part: 'output' | 'status' } | null {
  const [, id, part] = /^steps\.(.+)\.(output|status)$/s.exec(name) ?? [];
  return id === undefined ? null : { id, part: part as 'output' | 'status' };
}
