import { workflowLimits } from '@/lib/config/limits';
import { openWorkBudget, type SpendWork, WorkBudgetExceeded } from '@/lib/engine/expressions/work-budget';
import type { Clocks, Fault, Step, StepInput, WorkflowMode } from '@/lib/engine/workflow';
import { type CheckedStep, checkStep, type NamedModels } from './check-step';
import { orderSteps, type StepOrder } from './order-steps';

/** The values of fields that a step's caller omits. Null takes the default of the model's kind. */
export const stepDefaults = {
  tone: 'neutral',
  strategy: 'BALANCED',
  model: null,
  fallbacks: null,
  temperature: null,
  max_tokens: null,
  retries: 2,
  timeout_ms: null,
  first_token_timeout_ms: null,
  idle_timeout_ms: 10_000,
  on_error: 'FAIL',
  on_refusal: 'FAIL',
} as const satisfies Partial<StepInput>;

/** The part of a workflow whose check parses what its caller wrote. All values are JSON. */
export interface StepsToPlan {
  mode: WorkflowMode;
  /** Options nest at most 100 levels. */
  steps: readonly StepInput[];
  models: NamedModels;
}

/** Steps that can run, with the wave of each; or their faults, in the order of the input. */
export type PlannedSteps =
  | { faults: Fault[]; steps?: undefined; waves?: undefined }
  | { faults: null; steps: Step[]; waves: readonly number[] };

/**
 * Checks and orders the steps of a workflow. Parses templates and conditions, and compiles patterns and schemas. The
 * server runs it in a separate process, within one work budget for all steps (work-budget.ts).
 */
export function planSteps({ mode, steps, models }: StepsToPlan): PlannedSteps {
  const order = orderSteps(mode, steps);
  const spend = openWorkBudget();
  const faults: Fault[] = [];
  const checked: CheckedStep[] = [];
  for (const position of steps.keys()) {
    try {
      const found = checkInOrder(steps, position, order, models, spend);
      checked.push(found);
      faults.push(...found.faults);
    } catch (error) {
      if (!(error instanceof WorkBudgetExceeded)) throw error;
      faults.push({ path: `steps[${position}]`, code: 'WORKFLOW_TOO_COMPLEX', message: error.message });
      break;
    }
    // The steps that follow aren't looked at: that may take long.
    if (faults.length >= workflowLimits.faults) break;
  }
  if (faults.length > 0) return { faults };
  return {
    faults: null,
    steps: checked.map((found, position) =>
      plannedStep(steps[position] as StepInput, found, {
        reads: order.reads[position] ?? [],
        waitsFor: order.waitsFor[position] ?? [],
      }),
    ),
    waves: order.waves,
  };
}

/** Checks one step, its id and its dependencies. Paths of faults begin at the workflow's input. */
function checkInOrder(
  all: readonly StepInput[],
  position: number,
  order: StepOrder,
  models: NamedModels,
  spend: SpendWork,
): CheckedStep {
  const step = all[position] as StepInput;
  const at = `steps[${position}]`;
  const idAt = (index: number) => all[index]?.id ?? '';
  const upstream = new Set([...(order.upstream[position] ?? [])].map(idAt));
  const isRepeated = all.findIndex(({ id }) => id === step.id) < position;
  const own = checkStep(step, { models, steps: new Set(all.map(({ id }) => id)), upstream, spend });
  const repeated: Fault = {
    path: `${at}.id`,
    code: 'STEP_ID_DUPLICATE',
    message: `Another step is named ${step.id}, too.`,
  };
  return {
    ...own,
    faults: [
      ...(isRepeated ? [repeated] : []),
      ...own.faults.map((fault) => ({ ...fault, path: `${at}.${fault.path}` })),
      ...order.faults.filter(({ path }) => path.startsWith(`${at}.`)),
    ],
  };
}

/** A checked step with its defaults. */
export function plannedStep(
  step: StepInput,
  { options, preprocessors, postprocessors, reads: expressionReads }: CheckedStep,
  { reads, waitsFor }: Pick<Step, 'reads' | 'waitsFor'>,
): Step {
  return {
    id: step.id,
    task: step.task,
    options,
    preprocessors,
    postprocessors,
    instructions: step.instructions ?? '',
    input: step.input ?? null,
    expressionReads,
    reads,
    waitsFor,
    condition: step.condition ?? null,
    tone: step.tone ?? stepDefaults.tone,
    strategy: step.strategy ?? stepDefaults.strategy,
    model: step.model ?? stepDefaults.model,
    fallbacks: step.fallbacks ?? stepDefaults.fallbacks,
    temperature: step.temperature ?? stepDefaults.temperature,
    maxTokens: step.max_tokens ?? stepDefaults.max_tokens,
    retries: step.retries ?? stepDefaults.retries,
    clocks: clocksOf(step),
    onError: step.on_error ?? stepDefaults.on_error,
    onRefusal: step.on_refusal ?? stepDefaults.on_refusal,
  };
}

/** docs/engine.md, "Deadlines and clocks". */
const clocksOf = (step: StepInput): Clocks => ({
  connect: 5_000,
  firstToken: step.first_token_timeout_ms ?? stepDefaults.first_token_timeout_ms,
  idle: step.idle_timeout_ms ?? stepDefaults.idle_timeout_ms,
  whole: step.timeout_ms ?? stepDefaults.timeout_ms,
});
