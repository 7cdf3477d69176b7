import { workflowLimits } from '@/lib/config/workflow-limits';
import type { Catalog } from '@/lib/engine/models/catalog';
import { checkStep } from '@/lib/engine/planning/check-step';
import { mostFaults } from '@/lib/engine/planning/option-problems';
import { orderSteps, type StepOrder } from '@/lib/engine/planning/order-steps';
import type { PreprocessorEntry } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { MAX_NESTING } from '@/lib/engine/replies/nesting-depth';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type {
  Clocks,
  Fault,
  ProcessorInput,
  Step,
  StepInput,
  UploadedText,
  Workflow,
  WorkflowInput,
} from '@/lib/engine/workflow';
import { nestsDeeper } from '@/lib/rules/nests-deeper';

/** A workflow that can run, with the wave of each step; or everything that is wrong with it. */
export type Plan =
  | { faults: Fault[]; workflow?: undefined; waves?: undefined }
  | { faults: null; workflow: Workflow; waves: readonly number[] };

/** The models that a server's steps may name. */
interface ServerModels {
  catalog: Catalog;
  providers: ReadonlySet<string>;
}

/**
 * Checks a whole workflow before anything is stored, and settles how it runs. Reads no network and calls no model.
 * @param options.providers that are set up on this server
 * @returns all faults at once, in the order of the input
 */
export function planWorkflow(
  input: WorkflowInput,
  { catalog, providers, file = null }: ServerModels & { file?: UploadedText | null },
): Plan {
  const count = input.steps.length;
  if (count < 1 || count > workflowLimits.steps) {
    const message =
      count < 1
        ? 'A workflow has at least one step.'
        : `A workflow has at most ${workflowLimits.steps} steps; this one has ${count}.`;
    return { faults: [{ path: 'steps', code: 'TOO_MANY_STEPS', message }] };
  }
  const order = orderSteps(input.mode, input.steps);
  const faults = [
    ...checkSize(input),
    ...faultsOfSteps(input.steps, order, { catalog, providers }),
    ...checkCallbacks(input),
  ];
  if (faults.length > 0) return { faults: faults.slice(0, mostFaults) };
  const steps = input.steps.map((step, position) =>
    plannedStep(step, order.reads[position] ?? [], order.waitsFor[position] ?? []),
  );
  const { name, input: text, variables, callbacks } = input;
  return {
    faults: null,
    workflow: {
      name,
      input: text,
      variables,
      file: file?.text ?? null,
      fileName: file?.name ?? null,
      fileEncoding: file?.encoding ?? null,
      steps,
      callbacks,
    },
    waves: order.waves,
  };
}

/** Once there are more faults than are listed, the steps that follow aren't looked at: that may take long. */
function faultsOfSteps(steps: readonly StepInput[], order: StepOrder, server: ServerModels): Fault[] {
  const faults: Fault[] = [];
  for (const [position, step] of steps.entries()) {
    faults.push(...faultsOf(steps, position, step, order, server));
    if (faults.length >= mostFaults) break;
  }
  return faults;
}

function faultsOf(
  all: readonly StepInput[],
  position: number,
  step: StepInput,
  order: StepOrder,
  server: ServerModels,
): Fault[] {
  const idAt = (index: number) => all[index]?.id ?? '';
  const upstream = new Set([...(order.upstream[position] ?? [])].map(idAt));
  const isRepeated = all.findIndex(({ id }) => id === step.id) < position;
  const own = checkStep(step, { ...server, steps: new Set(all.map(({ id }) => id)), upstream });
  return [
    ...(isRepeated
      ? [
          {
            path: `steps[${position}].id`,
            code: 'STEP_ID_DUPLICATE' as const,
            message: `Another step is named ${step.id}, too.`,
          },
        ]
      : []),
    ...own.map((fault) => ({ ...fault, path: `steps[${position}].${fault.path}` })),
    ...order.faults.filter(({ path }) => path.startsWith(`steps[${position}].`)),
  ];
}

function checkSize({ input, variables, steps }: WorkflowInput): Fault[] {
  const tooDeep = steps.flatMap(({ options, preprocessors }, index): Fault[] => {
    const faults: Fault[] = [];
    if (nestsDeeper(options, MAX_NESTING))
      faults.push({ path: `steps[${index}].options`, code: 'TASK_OPTION_INVALID', message: nestsTooDeeply });
    if (preprocessors?.some((processor) => nestsDeeper(processor.options, MAX_NESTING)))
      faults.push({
        path: `steps[${index}].preprocessors`,
        code: 'PROCESSOR_OPTION_INVALID',
        message: nestsTooDeeply,
      });
    return faults;
  });
  if (nestsDeeper(variables, MAX_NESTING))
    tooDeep.unshift({ path: 'variables', code: 'INPUT_TOO_LARGE', message: nestsTooDeeply });
  if (tooDeep.length > 0) return tooDeep;
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(JSON.stringify(variables));
  if (bytes <= workflowLimits.inputBytes) return [];
  const message = 'The input and the variables together have at most 1 MiB. Send the text as a file.';
  return [{ path: 'input', code: 'INPUT_TOO_LARGE', message }];
}

const nestsTooDeeply = `Lists and objects nest at most ${MAX_NESTING} levels deep.`;

function checkCallbacks({ callbacks }: WorkflowInput): Fault[] {
  const { callbacks: most } = workflowLimits;
  const tooMany: Fault[] =
    callbacks.length > most
      ? [
          {
            path: 'callbacks',
            code: 'CALLBACK_INVALID',
            message: `A workflow has at most ${most} callbacks.`,
          },
        ]
      : [];
  return callbacks.reduce<Fault[]>((faults, { url }, index) => {
    const problem = addressProblem(url);
    if (problem) faults.push({ path: `callbacks[${index}].url`, code: 'CALLBACK_INVALID', message: problem });
    return faults;
  }, tooMany);
}

function addressProblem(url: string): string | null {
  if (url.length > 2_000 || !URL.canParse(url))
    return 'The address must be a URL of at most 2000 characters.';
  const { protocol, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'The address must begin with https:// or http://.';
  if (username || password) return "The address can't contain a name or password.";
  return null;
}

function plannedStep(step: StepInput, reads: readonly number[], waitsFor: readonly number[]): Step {
  const task = taskNamed(step.task);
  return {
    id: step.id,
    task: step.task,
    options: task?.options.parse(step.options ?? {}),
    preprocessors: (step.preprocessors ?? []).map(plannedPreprocessor),
    instructions: step.instructions ?? '',
    input: step.input ?? null,
    reads,
    waitsFor,
    condition: step.condition ?? null,
    tone: step.tone ?? 'neutral',
    strategy: step.strategy ?? 'BALANCED',
    model: step.model ?? null,
    fallbacks: step.fallbacks ?? null,
    temperature: step.temperature ?? null,
    maxTokens: step.max_tokens ?? null,
    retries: step.retries ?? 2,
    clocks: clocksOf(step),
    onError: step.on_error ?? 'FAIL',
    onRefusal: step.on_refusal ?? 'FAIL',
  };
}

const plannedPreprocessor = ({ name, options }: ProcessorInput): PreprocessorEntry => ({
  name,
  options: preprocessorNamed(name)?.options.parse(options ?? {}),
});

/** ENGINE.md, "A step": what is null has the default of the model's kind. */
const clocksOf = (step: StepInput): Clocks => ({
  connect: 5_000,
  firstToken: step.first_token_timeout_ms ?? null,
  idle: step.idle_timeout_ms ?? 10_000,
  whole: step.timeout_ms ?? null,
});
