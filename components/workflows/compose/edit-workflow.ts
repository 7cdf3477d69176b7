import { modelFields } from '@/lib/config/model-fields';
import { fieldsOf } from '@/lib/rules/json';
import { callsModel, taskOptions } from './plugins';

/** A JSON object, of which a form shows some fields. The others are kept as they are. */
export type Fields = Readonly<Record<string, unknown>>;

/** The steps of a workflow that is being written; none if it has no list of steps. */
export const stepsOf = ({ steps }: Fields): Fields[] => (Array.isArray(steps) ? steps.map(fieldsOf) : []);

/** The step's id, or '' while it has none. */
export const idOf = ({ id }: Fields): string => (typeof id === 'string' ? id : '');

/** @param value undefined takes the field out */
export function withField(fields: Fields, name: string, value: unknown): Fields {
  if (value !== undefined) return { ...fields, [name]: value };
  const { [name]: _gone, ...others } = fields;
  return others;
}

/**
 * Changes a field of a step. With its id, the steps that depend on it change too. With its task, options go that the
 * task doesn't have, and the fields about models if it calls none.
 */
export function withStepField(workflow: Fields, index: number, name: string, value: unknown): Fields {
  const steps = stepsOf(workflow);
  if (name === 'task') {
    const step = withTask(withField(steps[index] ?? {}, name, value), String(value));
    return { ...workflow, steps: steps.toSpliced(index, 1, step) };
  }
  const before = idOf(steps[index] ?? {});
  const renamed = steps.map((step, other) => (other === index ? withField(step, name, value) : step));
  const isOnly = (id: unknown) => steps.filter((step) => idOf(step) === id).length <= 1;
  // While two steps have the same id, it isn't known which of them the others mean.
  if (name !== 'id' || before === '' || !isOnly(before) || steps.some((step) => idOf(step) === value))
    return { ...workflow, steps: renamed };
  return { ...workflow, steps: renamed.map((step) => withDependency(step, before, value)) };
}

function withTask(step: Fields, task: string): Fields {
  const known = new Set(taskOptions(task).map(({ name }) => name));
  const kept = Object.entries(fieldsOf(step.options)).filter(([name]) => known.has(name));
  const fitting = Object.entries(step).filter(
    ([name]) => callsModel(task) || !Object.hasOwn(modelFields, name),
  );
  const options = kept.length > 0 ? Object.fromEntries(kept) : undefined;
  return withField(Object.fromEntries(fitting), 'options', options);
}

/** @param id replaces the earlier one; undefined removes it */
function withDependency(step: Fields, before: string, id: unknown): Fields {
  const { dependsOn } = step;
  if (!Array.isArray(dependsOn) || !dependsOn.includes(before)) return step;
  const after = dependsOn.flatMap((other) => (other === before ? (id === undefined ? [] : [id]) : [other]));
  return withField(step, 'dependsOn', after.length > 0 ? after : undefined);
}

/** Adds a step at the end. */
export function addStep(workflow: Fields): Fields {
  const steps = stepsOf(workflow);
  return { ...workflow, steps: [...steps, { id: freeId(steps, 'step'), task: 'generation' }] };
}

/** Adds a copy of a step after it, with an id of its own. */
export function duplicateStep(workflow: Fields, index: number): Fields {
  const steps = stepsOf(workflow);
  const step = steps[index];
  if (!step) return workflow;
  const copy = { ...step, id: freeId(steps, idOf(step) || 'step') };
  return { ...workflow, steps: steps.toSpliced(index + 1, 0, copy) };
}

/** Takes a step out, and its id out of the steps that depend on it. */
export function removeStep(workflow: Fields, index: number): Fields {
  const steps = stepsOf(workflow);
  const id = idOf(steps[index] ?? {});
  const others = steps.toSpliced(index, 1);
  if (others.some((step) => idOf(step) === id)) return { ...workflow, steps: others };
  return { ...workflow, steps: others.map((step) => withDependency(step, id, undefined)) };
}

/** Exchanges a step with the one before or after it. */
export function moveStep(workflow: Fields, index: number, by: -1 | 1): Fields {
  const steps = stepsOf(workflow);
  const [step, other] = [steps[index], steps[index + by]];
  if (!step || !other) return workflow;
  return { ...workflow, steps: steps.with(index, other).with(index + by, step) };
}

/** `step_2`: the name, with the first number that no step has yet. */
function freeId(steps: readonly Fields[], name: string): string {
  const ids = new Set(steps.map(idOf));
  const stem = name.replace(/_\d+$/, '').slice(0, 60);
  if (!ids.has(stem) && stem !== 'step') return stem;
  for (let number = stem === 'step' ? 1 : 2; ; number += 1)
    if (!ids.has(`${stem}_${number}`)) return `${stem}_${number}`;
}

/** The number that a person has typed: a number once it reads as one, until then the text. Empty: undefined. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return String(number) === trimmed && Number.isFinite(number) ? number : text;
}

/** The JSON value that a person has typed: the list or object once it reads as one, until then the text. */
export function typedJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** The list that a person has typed, one value per line. */
export function typedLines(text: string): string[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 ? lines : undefined;
}
