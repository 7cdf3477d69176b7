import { type ZodType, z } from 'zod';
import { postprocessorNamed } from '@/lib/engine/postprocessors/registry';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { CallbackInput, Step, StepInput, Workflow, WorkflowMode } from '@/lib/engine/workflow';
import { stepDefaults } from './plan-steps';

/** A workflow as a call sends it: JSON without nulls. */
export interface SentWorkflow {
  name: string;
  input?: string;
  variables?: Record<string, unknown>;
  mode?: WorkflowMode;
  steps: StepInput[];
  callbacks?: readonly CallbackInput[];
  metadata?: unknown;
}

/**
 * A planned workflow as a person would write it, in the order of the docs: planned again, it's the same. Fields and
 * options with their defaults are omitted. Its file isn't part of it.
 */
export function sentWorkflow(workflow: Workflow, metadata: unknown): SentWorkflow {
  const { name, input, variables, steps, callbacks } = workflow;
  const mode = workflow.mode ?? modeOf(steps);
  return {
    name,
    ...(input !== '' && { input }),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(mode !== 'DEPENDENCY' && { mode }),
    steps: steps.map((_, position) => sentStep(steps, position, mode)),
    ...(callbacks.length > 0 && { callbacks }),
    ...(metadata != null && { metadata }),
  };
}

/** Only in a SEQUENTIAL workflow, a step waits for a step that it doesn't name. */
const modeOf = (steps: readonly Step[]): WorkflowMode =>
  steps.every(({ reads, waitsFor }) => reads.length === waitsFor.length) ? 'DEPENDENCY' : 'SEQUENTIAL';

function sentStep(steps: readonly Step[], position: number, mode: WorkflowMode): StepInput {
  const step = steps[position] as Step;
  const { clocks } = step;
  const isNextInLine = mode === 'SEQUENTIAL' && step.reads.length === 1 && step.reads[0] === position - 1;
  const dependsOn = isNextInLine ? [] : step.reads.map((other) => steps[other]?.id ?? '');
  return {
    id: step.id,
    task: step.task,
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(step.condition !== null && { condition: step.condition }),
    ...unless('strategy', step.strategy),
    ...unless('model', step.model),
    ...unless('fallbacks', step.fallbacks),
    ...(step.input !== null && { input: step.input }),
    ...(step.instructions !== '' && { instructions: step.instructions }),
    ...optionsOf(taskNamed(step.task), step.options),
    ...unless('tone', step.tone),
    ...unless('temperature', step.temperature),
    ...unless('max_tokens', step.maxTokens),
    ...unless('retries', step.retries),
    ...unless('timeout_ms', clocks.whole),
    ...unless('first_token_timeout_ms', clocks.firstToken),
    ...unless('idle_timeout_ms', clocks.idle),
    ...unless('on_error', step.onError),
    ...unless('on_refusal', step.onRefusal),
    ...sentProcessors('preprocessors', step.preprocessors, preprocessorNamed),
    ...sentProcessors('postprocessors', step.postprocessors, postprocessorNamed),
  };
}

/** A field that doesn't have its default. */
const unless = <Name extends keyof typeof stepDefaults>(
  name: Name,
  value: StepInput[Name],
): Partial<StepInput> => (value === stepDefaults[name] ? {} : { [name]: value });

/** The field of a step's processors; none if it has no processors. */
const sentProcessors = (
  field: 'preprocessors' | 'postprocessors',
  processors: Step[typeof field],
  named: (name: string) => { options: ZodType } | undefined,
): Partial<StepInput> =>
  processors.length === 0
    ? {}
    : { [field]: processors.map(({ name, options }) => ({ name, ...optionsOf(named(name), options) })) };

/** @param taker undefined if this version has no such task or processor */
function optionsOf(taker: { options: ZodType } | undefined, options: unknown): { options?: unknown } {
  const given = taker ? withoutDefaults(taker.options, options) : options;
  return isFilled(given) ? { options: given } : {};
}

const isFilled = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && Object.keys(options).length > 0;

/** A task's or processor's options, in the order of its reference, without the values that it would fill in. */
function withoutDefaults(schema: z.ZodType, options: unknown): Record<string, unknown> {
  const defaults = defaultsOf(schema);
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(
      // A default is a word, a number, or empty, so the order of its fields doesn't matter.
      ([name, value]) => !defaults.has(name) || JSON.stringify(value) !== defaults.get(name),
    ),
  );
}

const known = new WeakMap<z.ZodType, ReadonlyMap<string, string>>();

/** By option, the value that is filled in if it's omitted, as JSON. */
function defaultsOf(schema: z.ZodType): ReadonlyMap<string, string> {
  const found = known.get(schema);
  if (found) return found;
  const fields = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
  const defaults = new Map(
    fields.flatMap(([name, field]) => {
      const filled = field.safeParse(undefined);
      return filled.success && filled.data !== undefined
        ? [[name, JSON.stringify(filled.data)] as const]
        : [];
    }),
  );
  known.set(schema, defaults);
  return defaults;
}
