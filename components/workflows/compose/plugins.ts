import processors from '@/lib/config/processors.json';
import printedTasks from '@/lib/config/tasks.json';

/** An option as the reference describes it. */
export interface PluginOption {
  name: string;
  meaning: string;
  /** As the reference writes it; null if there is none. */
  default: string | null;
  required: boolean;
  control: OptionControl;
}

/** How an option is entered. `json` is for values of any shape. */
type OptionControl =
  | { kind: 'text' | 'number' | 'flag' | 'lines' | 'json' }
  | { kind: 'choice' | 'choices'; values: readonly string[] };

type Printed = Readonly<Record<string, { type: string; default: string; meaning: string }>>;

/** The names of all tasks. */
export const taskNames: readonly string[] = Object.keys(printedTasks);

const optionsByTask = new Map(
  Object.entries(printedTasks).map(([name, { options }]) => [name, optionsOf(options as Printed)]),
);

/** The options of a task; none for a task that isn't there. */
export const taskOptions = (task: string): readonly PluginOption[] => optionsByTask.get(task) ?? [];

/** Whether a task calls a model, and so takes the fields about models; also of a task that isn't there. */
export const callsModel = (task: string): boolean =>
  !Object.hasOwn(printedTasks, task) || printedTasks[task as keyof typeof printedTasks].callsModel;

export type ProcessorKind = 'preprocessor' | 'postprocessor';

/** The processors of a kind, with a sentence each. */
export const processorsOf = (kind: ProcessorKind): readonly { name: string; summary: string }[] =>
  Object.entries(processors).flatMap(([name, processor]) =>
    processor.kind === kind ? [{ name, summary: processor.summary }] : [],
  );

function optionsOf(options: Printed): PluginOption[] {
  return Object.entries(options).map(([name, { type, default: value, meaning }]) => ({
    name,
    meaning,
    default: value === 'none' || value === 'required' ? null : value.replaceAll('`', ''),
    required: value === 'required',
    control: controlOf(type),
  }));
}

/** The control for a type in the words of the reference. */
function controlOf(type: string): OptionControl {
  if (type === 'string') return { kind: 'text' };
  if (type === 'boolean') return { kind: 'flag' };
  if (/^(?:whole )?number\b/.test(type)) return { kind: 'number' };
  if (type.includes('; or')) return { kind: 'json' };
  const values = [...type.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
  if (type.startsWith('`')) return { kind: 'choice', values };
  if (type.startsWith('list of `')) return { kind: 'choices', values };
  return { kind: type.startsWith('list of strings') ? 'lines' : 'json' };
}
