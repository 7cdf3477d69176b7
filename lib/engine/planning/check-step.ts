import { workflowLimits } from '@/lib/config/limits';
import { modelFields } from '@/lib/config/model-fields';
import { parseCondition } from '@/lib/engine/expressions/condition';
import type { Reads } from '@/lib/engine/expressions/scope';
import { parseTemplate } from '@/lib/engine/expressions/template';
import type { SpendWork } from '@/lib/engine/expressions/work-budget';
import { providerOf } from '@/lib/engine/models/catalog';
import { postprocessorNamed, postprocessors } from '@/lib/engine/postprocessors/registry';
import type { ProcessorEntry } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed, preprocessors } from '@/lib/engine/preprocessors/registry';
import { taskNamed, tasks } from '@/lib/engine/tasks/registry';
import { tones } from '@/lib/engine/tasks/shared-options';
import type { Fault, ProcessorInput, StepInput, StepReads } from '@/lib/engine/workflow';
import { didYouMean } from '@/lib/rules/did-you-mean';
import { checkOptions } from './option-problems';

/** The models that steps may name. */
export interface NamedModels {
  /** Models that no step may name. */
  unknown: readonly string[];
  /** By the unknown name, the end of the message about it; empty if no model of this server is similar. */
  suggestions: Readonly<Record<string, string>>;
  /** Providers that are set up on this server. */
  providers: readonly string[];
}

/** The facts that a step's values are checked against. */
export interface Surroundings {
  models: NamedModels;
  /** The ids of all steps, and of the steps that this one waits for. */
  steps: ReadonlySet<string>;
  upstream: ReadonlySet<string>;
  /** Called before each piece of work that grows with the step. */
  spend: SpendWork;
}

/** A checked step: its faults, and the parsed values that a run needs. */
export interface CheckedStep {
  /** Paths begin at the step. */
  faults: Fault[];
  /** Of its task, with their defaults. */
  options: unknown;
  preprocessors: ProcessorEntry[];
  postprocessors: ProcessorEntry[];
  reads: StepReads;
}

const { timeout, temperature, retries, fallbacks, processors, templateLength, conditionLength } =
  workflowLimits;
/** No model's replies are longer. */
const MOST_TOKENS = 1_000_000;

/** Checks one step, except its dependencies. @throws WorkBudgetExceeded */
export function checkStep(step: StepInput, surroundings: Surroundings): CheckedStep {
  const faults = checkValues(step);
  const { faults: ofTask, options } = checkTask(step, surroundings.spend);
  const { faults: ofExpressions, reads } = checkExpressions(step, surroundings);
  const before = checkProcessors('preprocessors', step, surroundings.spend);
  const after = checkProcessors('postprocessors', step, surroundings.spend);
  return {
    faults: [
      ...faults,
      ...ofTask,
      ...ofExpressions,
      ...checkModels(step, surroundings.models),
      ...checkUnused(step),
      ...before.faults,
      ...after.faults,
    ],
    options,
    preprocessors: before.entries,
    postprocessors: after.entries,
    reads,
  };
}

function checkValues(step: StepInput): Fault[] {
  const faults: Fault[] = [];
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(step.id))
    faults.push({
      path: 'id',
      code: 'STEP_VALUE_INVALID',
      message: "A step's id has letters, digits and _, begins with a letter, and has at most 64 characters.",
    });
  const bounds = {
    temperature,
    max_tokens: { min: 1, max: MOST_TOKENS },
    retries: { min: 0, max: retries },
    timeout_ms: timeout,
    first_token_timeout_ms: timeout,
    idle_timeout_ms: timeout,
  };
  for (const [name, { min, max }] of Object.entries(bounds)) {
    const value = step[name as keyof typeof bounds];
    if (value != null && !(value >= min && value <= max))
      faults.push({
        path: name,
        code: 'STEP_VALUE_INVALID',
        message: `${name} must be between ${min} and ${max}.`,
      });
  }
  if (step.tone != null && !Object.hasOwn(tones, step.tone))
    faults.push({
      path: 'tone',
      code: 'TONE_UNKNOWN',
      message: `There is no tone named ${quoted(step.tone)}. Take one of ${Object.keys(tones).join(', ')}.`,
    });
  return faults;
}

function checkTask(
  { task: name, options }: StepInput,
  spend: SpendWork,
): { faults: Fault[]; options?: unknown } {
  const task = taskNamed(name);
  if (!task) {
    const names = tasks.map(({ name }) => name);
    const message = `There is no task named ${quoted(name)}.${didYouMean(name, names) || ` Take one of ${names.join(', ')}.`}`;
    return { faults: [{ path: 'task', code: 'TASK_UNKNOWN', message }] };
  }
  const checked = checkOptions(task, options ?? {}, spend);
  if (!checked.problems) return { faults: [], options: checked.options };
  return { faults: optionFaults('TASK_OPTION_INVALID', checked.problems) };
}

const optionFaults = (code: Fault['code'], problems: readonly { path: string; message: string }[]): Fault[] =>
  problems.map(({ path, message }) => ({ path: path ? `options.${path}` : 'options', code, message }));

function checkExpressions(
  step: StepInput,
  { steps, upstream, spend }: Surroundings,
): { faults: Fault[]; reads: StepReads } {
  const faults: Fault[] = [];
  const check = (
    path: 'instructions' | 'input' | 'condition',
    code: 'TEMPLATE_INVALID' | 'CONDITION_INVALID',
    longest: number,
    parse: (source: string, spend: SpendWork) => { problem: string } | Reads,
  ): Reads => {
    const nothing: Reads = { steps: [], roots: [] };
    const source = step[path];
    if (source == null) return nothing;
    if (source.length > longest) {
      faults.push({
        path,
        code,
        message: `${path} has at most ${longest.toLocaleString('en-US')} characters.`,
      });
      return nothing;
    }
    const parsed = parse(source, spend);
    if ('problem' in parsed) {
      faults.push({ path, code, message: parsed.problem });
      return nothing;
    }
    for (const id of parsed.steps.filter((id) => !upstream.has(id)))
      faults.push({
        path,
        code: 'REFERENCE_NOT_UPSTREAM',
        message: steps.has(id)
          ? `It reads the step ${id}, which this step doesn't wait for. Add ${id} to dependsOn.`
          : `It reads the step ${quoted(id)}, which doesn't exist.`,
      });
    return parsed;
  };
  const instructions = check('instructions', 'TEMPLATE_INVALID', templateLength, parseTemplate);
  const input = check('input', 'TEMPLATE_INVALID', workflowLimits.inputBytes, parseTemplate);
  const condition = check('condition', 'CONDITION_INVALID', conditionLength, parseCondition);
  return { faults, reads: { instructions, input, condition } };
}

/** The fields that a task without models doesn't take. */
function checkUnused(step: StepInput): Fault[] {
  if (!taskNamed(step.task)?.decision) return [];
  const fields: Partial<Record<keyof StepInput, string | null>> = modelFields;
  return Object.entries(fields).flatMap(([path, similar]): Fault[] => {
    if (step[path as keyof StepInput] == null) return [];
    const message = `${step.task} calls no model, and takes no ${path}.${similar ? ` Did you mean ${similar}?` : ''}`;
    return [{ path, code: 'STEP_VALUE_INVALID', message }];
  });
}

/** Checks the models that a step names. Paths begin at the step. */
export function checkModels(
  step: Pick<StepInput, 'model' | 'fallbacks'>,
  { unknown, suggestions, providers }: NamedModels,
): Fault[] {
  const named = [
    ...(step.model == null ? [] : [['model', step.model] as const]),
    ...(step.fallbacks ?? []).slice(0, fallbacks).map((id, index) => [`fallbacks[${index}]`, id] as const),
  ];
  const faults: Fault[] = named.flatMap(([path, id]): Fault[] => {
    const provider = providerOf(id);
    if (unknown.includes(id))
      return [
        {
          path,
          code: 'MODEL_UNKNOWN',
          message: `There is no model named ${quoted(id)}.${suggestions[id] || ' Write it as provider/model, such as sandbox/fast.'}`,
        },
      ];
    if (!providers.includes(provider))
      return [
        {
          path,
          code: 'PROVIDER_NOT_CONFIGURED',
          message: `The provider ${provider} isn't set up on this server. Those that are: ${providers.join(', ')}.`,
        },
      ];
    return [];
  });
  if ((step.fallbacks?.length ?? 0) > fallbacks)
    faults.push({
      path: 'fallbacks',
      code: 'STEP_VALUE_INVALID',
      message: `A step has at most ${fallbacks} fallbacks.`,
    });
  return faults;
}

/** The fields that list a step's processors, to recognize a processor in the wrong list. */
const processorKinds = {
  preprocessors: { all: preprocessors, named: preprocessorNamed, one: 'preprocessor' },
  postprocessors: { all: postprocessors, named: postprocessorNamed, one: 'postprocessor' },
} as const;
type ProcessorKind = keyof typeof processorKinds;

function checkProcessors(
  kind: ProcessorKind,
  step: StepInput,
  spend: SpendWork,
): { faults: Fault[]; entries: ProcessorEntry[] } {
  const listed = step[kind] ?? [];
  const faults: Fault[] = [];
  const entries: ProcessorEntry[] = [];
  for (const [index, processor] of listed.slice(0, processors).entries()) {
    const checked = checkProcessor(kind, processor, spend);
    if (!('faults' in checked)) {
      entries.push(checked);
      continue;
    }
    for (const fault of checked.faults) faults.push({ ...fault, path: `${kind}[${index}].${fault.path}` });
    if (faults.length >= workflowLimits.faults) break;
  }
  if (listed.length > processors)
    faults.push({
      path: kind,
      code: 'STEP_VALUE_INVALID',
      message: `A step has at most ${processors} ${kind}.`,
    });
  return { faults, entries };
}

function checkProcessor(
  kind: ProcessorKind,
  { name, options }: ProcessorInput,
  spend: SpendWork,
): ProcessorEntry | { faults: Fault[] } {
  const { all, named, one } = processorKinds[kind];
  const processor = named(name);
  if (!processor) {
    const other = kind === 'preprocessors' ? 'postprocessors' : 'preprocessors';
    const names = all.map(({ name }) => name);
    const message = processorKinds[other].named(name)
      ? `${name} is a ${processorKinds[other].one}. List it in ${other}.`
      : `There is no ${one} named ${quoted(name)}.${didYouMean(name, names)}`;
    return { faults: [{ path: 'name', code: 'PROCESSOR_UNKNOWN', message }] };
  }
  const checked = checkOptions(processor, options ?? {}, spend);
  return checked.problems
    ? { faults: optionFaults('PROCESSOR_OPTION_INVALID', checked.problems) }
    : { name, options: checked.options };
}

/** A caller's word in a sentence: short, on one line. */
const quoted = (word: string): string => {
  const line = word.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line || '“”';
};
