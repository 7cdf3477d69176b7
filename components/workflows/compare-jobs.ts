import { isCall, type JobAttempt, type JobStep } from './job';

/** A step of one or both of two jobs. */
export interface ComparedStep<Step> {
  id: string;
  /** Null: the job has no such step. */
  a: Step | null;
  b: Step | null;
}

/** The steps of two jobs, aligned by their ids: in the order of the second, each removed one after what it came after. */
export function alignSteps<Step extends { id: string }>(
  a: readonly Step[],
  b: readonly Step[],
): ComparedStep<Step>[] {
  const inA = new Map(a.map((step) => [step.id, step]));
  const inB = new Set(b.map(({ id }) => id));
  const aligned: ComparedStep<Step>[] = b.map((step) => ({
    id: step.id,
    a: inA.get(step.id) ?? null,
    b: step,
  }));
  let after = -1;
  for (const step of a) {
    if (inB.has(step.id)) {
      after = aligned.findIndex(({ id }) => id === step.id);
      continue;
    }
    after += 1;
    aligned.splice(after, 0, { id: step.id, a: step, b: null });
  }
  return aligned;
}

/** By step, the models that were called, in the order of their first calls. */
export function calledModels(
  attempts: readonly Pick<JobAttempt, 'stepId' | 'model' | 'outcome'>[],
): ReadonlyMap<string, string[]> {
  const called = new Map<string, string[]>();
  for (const { stepId, model } of attempts.filter(isCall)) {
    const models = called.get(stepId) ?? [];
    if (!models.includes(model)) called.set(stepId, [...models, model]);
  }
  return called;
}

/** The model that served a step; without one, as in a failed step, the models that were called. */
export const modelOf = ({
  model,
  called,
}: Pick<JobStep, 'model'> & { called: readonly string[] }): string | null =>
  model ?? (called.length > 0 ? `Called: ${called.join(', ')}` : null);

/** A measure of two jobs or steps. */
export interface Difference {
  /** Null if it isn't known. */
  change: number | null;
  /** The change as a share of the first; null if the first is 0 or one isn't known. */
  share: number | null;
}

/** How a measure changed from one job to the other. */
export function differenceOf(a: number | null | undefined, b: number | null | undefined): Difference {
  if (a == null || b == null) return { change: null, share: null };
  return { change: b - a, share: a === 0 ? null : (b - a) / a };
}

/** How long (ms) a step took: from its start to its end; null if it has neither, as a reused one. */
export const timeOf = ({
  startedAt,
  finishedAt,
}: Pick<JobStep, 'startedAt' | 'finishedAt'>): number | null =>
  startedAt === null || finishedAt === null ? null : Number(finishedAt) - Number(startedAt);

/**
 * An output as text to compare: its only text as it is, otherwise its JSON in lines.
 * @returns empty for none
 */
export function outputText(output: unknown): string {
  if (output == null) return '';
  if (typeof output === 'string') return output;
  if (typeof output === 'object' && !Array.isArray(output)) {
    const values = Object.values(output);
    if (values.length === 1 && typeof values[0] === 'string') return values[0];
  }
  return JSON.stringify(output, null, 2);
}
