import { readFileSync } from 'node:fs';
import path from 'node:path';
import { none, type ReferenceTable } from './reference-tables';

type PrintedOptions = Record<string, { type: string; default: string; meaning: string }>;

interface PrintedTask {
  temperature: number;
  takesTone: boolean;
  splits: boolean;
  options: PrintedOptions;
}

/** The tasks of the engine as they are committed: pages can't import the engine. */
const printedTasks = (): Record<string, PrintedTask> =>
  JSON.parse(readFileSync(path.join(process.cwd(), 'lib/config/tasks.json'), 'utf8'));

/** All tasks, with what each does by default. */
export function tasksTable(): ReferenceTable {
  return {
    label: 'Tasks',
    head: ['Task', 'Temperature', 'Takes a tone', 'Splits long text'],
    rows: Object.entries(printedTasks()).map(([name, { temperature, takesTone, splits }]) => [
      { code: name },
      String(temperature),
      takesTone ? 'Yes' : none,
      splits ? 'Yes' : none,
    ]),
  };
}

/** The options of a task. @throws Error if there is no such task */
export function taskOptionsTable(name: string): ReferenceTable {
  const task = printedTasks()[name];
  if (!task) throw new Error(`There is no task named '${name}'.`);
  return optionsTable(name, task.options);
}

interface PrintedProcessor {
  summary: string;
  options: PrintedOptions;
}

/** The preprocessors and postprocessors of the engine as they are committed. */
const printedProcessors = (): Record<string, PrintedProcessor> =>
  JSON.parse(readFileSync(path.join(process.cwd(), 'lib/config/processors.json'), 'utf8'));

/** The options of a processor. @throws Error if there is no such processor */
export function processorOptionsTable(name: string): ReferenceTable {
  const processor = printedProcessors()[name];
  if (!processor) throw new Error(`There is no processor named '${name}'.`);
  return optionsTable(name, processor.options);
}

const optionsTable = (name: string, options: PrintedOptions): ReferenceTable => ({
  label: `Options of ${name}`,
  stacks: true,
  head: ['Option', 'Type', 'Default', 'Meaning'],
  rows: Object.entries(options).map(([option, { type, default: value, meaning }]) => [
    { code: option },
    type,
    value === 'none' ? none : value,
    meaning,
  ]),
});
