import { z } from 'zod';
import type { Task } from '@/lib/engine/tasks/define-task';
import { tasks } from '@/lib/engine/tasks/registry';
import { didYouMeanField, didYouMeanInStep } from '@/lib/rules/field-synonyms';

/**
 * The end of a message about an unknown field of a workflow: the field or option that was meant; empty if none is likely.
 * @param type of the object that has it, by its name in the API
 */
export function hintAtField(
  word: string,
  { type, fields, given }: { type: string; fields: readonly string[]; given: Record<string, unknown> },
): string {
  if (type !== 'StepInput') return didYouMeanField(word, fields);
  optionsOf ??= new Map(tasks.map((task) => [task.name, optionNames(task)]));
  const all = [...optionsOf];
  return didYouMeanInStep(word, {
    fields,
    given: Object.keys(given),
    options: typeof given.task === 'string' ? (optionsOf.get(given.task) ?? []) : [],
    tasksWith: (option) => all.flatMap(([task, options]) => (options.includes(option) ? [task] : [])),
  });
}

/** Found with the first unknown field: a schema takes a while to be printed. */
let optionsOf: ReadonlyMap<string, readonly string[]> | undefined;

function optionNames({ options }: Task): string[] {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}
