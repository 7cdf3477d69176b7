import { workflowLimits } from '@/lib/config/limits';
import { type Catalog, providerOf } from '@/lib/engine/models/catalog';
import { checkModels, type NamedModels } from '@/lib/engine/planning/check-step';
import { type PlannedSteps, planSteps, type StepsToPlan } from '@/lib/engine/planning/plan-steps';
import { MAX_NESTING } from '@/lib/engine/replies/json';
import { routable } from '@/lib/engine/routing/rank-models';
import type {
  CallbackInput,
  Fault,
  Step,
  StepInput,
  UploadedText,
  Workflow,
  WorkflowInput,
} from '@/lib/engine/workflow';
import { didYouMean } from '@/lib/rules/did-you-mean';
import { nestsDeeper } from '@/lib/rules/json';

/** A workflow that can run, with the wave of each step; or everything that is wrong with it. */
export type Plan =
  | { faults: Fault[]; workflow?: undefined; waves?: undefined }
  | { faults: null; workflow: Workflow; waves: readonly number[] };

/** The surroundings that a workflow is planned for. */
interface Surroundings {
  /** Whether a file comes with it. */
  hasFile: boolean;
  catalog: Catalog;
  /** Providers that are set up on this server. */
  providers: ReadonlySet<string>;
}

/**
 * Checks a whole workflow before anything is stored, and settles how it runs. Reads no network and calls no model.
 * @param options.planSteps `planSteps`, here or in another process
 * @returns the workflow without a file, or all faults at once, in the order of the input
 */
export async function planWorkflow(
  input: WorkflowInput,
  options: Surroundings & { planSteps: (steps: StepsToPlan) => Promise<PlannedSteps> },
): Promise<Plan> {
  const refusal = refusedUnread(input);
  return refusal ?? planOf(input, await options.planSteps(stepsToPlan(input, options)), options);
}

/** Plans a workflow here and now. For tests, benchmarks and simulations. */
export function planHere(
  input: WorkflowInput,
  { file = null, ...server }: Omit<Surroundings, 'hasFile'> & { file?: UploadedText | null },
): Plan {
  const surroundings = { ...server, hasFile: file !== null };
  const planned = () => planSteps(stepsToPlan(input, surroundings));
  const plan = refusedUnread(input) ?? planOf(input, planned(), surroundings);
  return plan.workflow ? { ...plan, workflow: withFile(plan.workflow, file) } : plan;
}

/** Characters of a file that are stored with its workflow, so that its job is shown without reading the file. */
const SHOWN = 4_000;

/** A planned workflow with the file that came with it. */
export const withFile = (workflow: Workflow, file: UploadedText | null): Workflow => ({
  ...workflow,
  file: file?.text ?? null,
  fileName: file?.name ?? null,
  fileEncoding: file?.encoding ?? null,
  ...(file && {
    fileBeginning: file.encoding?.name === 'bytes' ? null : file.text.slice(0, SHOWN).toWellFormed(),
  }),
});

/** The faults of a workflow of which nothing is read further, because that may take long. */
function refusedUnread({ steps, variables }: WorkflowInput): Plan | null {
  const count = steps.length;
  if (count < 1)
    return { faults: [{ path: 'steps', code: 'NO_STEPS', message: 'A workflow has at least one step.' }] };
  if (count > workflowLimits.steps) {
    const message = `A workflow has at most ${workflowLimits.steps} steps; this one has ${count}.`;
    return { faults: [{ path: 'steps', code: 'TOO_MANY_STEPS', message }] };
  }
  const tooDeep = steps.flatMap(({ options, ...processors }, index): Fault[] => {
    const faults: Fault[] = [];
    if (nestsDeeper(options, MAX_NESTING))
      faults.push({ path: `steps[${index}].options`, code: 'TASK_OPTION_INVALID', message: nestsTooDeeply });
    for (const kind of ['preprocessors', 'postprocessors'] as const)
      if (processors[kind]?.some((processor) => nestsDeeper(processor.options, MAX_NESTING)))
        faults.push({
          path: `steps[${index}].${kind}`,
          code: 'PROCESSOR_OPTION_INVALID',
          message: nestsTooDeeply,
        });
    return faults;
  });
  if (nestsDeeper(variables, MAX_NESTING))
    tooDeep.unshift({ path: 'variables', code: 'INPUT_TOO_LARGE', message: nestsTooDeeply });
  return tooDeep.length > 0 ? { faults: tooDeep } : null;
}

const nestsTooDeeply = `Lists and objects nest at most ${MAX_NESTING} levels deep.`;

/** Faults of steps whose models this server had when they were planned, and has no longer. */
export function checkModelsAgain(
  steps: readonly Pick<Step, 'model' | 'fallbacks' | 'maxTokens'>[],
  server: Omit<Surroundings, 'hasFile'>,
): Fault[] {
  const models = modelsOf(steps, server);
  const faults = steps.flatMap((step, index) =>
    checkModels(step, models).map((fault): Fault => ({ ...fault, path: `steps[${index}].${fault.path}` })),
  );
  return faults.length > 0 ? faults : checkLongestReplies(steps, server);
}

/** The part that planning the steps needs: neither the input nor the variables nor the whole catalog. */
const stepsToPlan = (
  { mode, steps }: WorkflowInput,
  surroundings: Omit<Surroundings, 'hasFile'>,
): StepsToPlan => ({
  mode,
  steps,
  models: modelsOf(steps, surroundings),
});

function modelsOf(
  steps: readonly Pick<StepInput, 'model' | 'fallbacks'>[],
  { catalog, providers }: Omit<Surroundings, 'hasFile'>,
): NamedModels {
  const named = steps.flatMap(({ model, fallbacks }) => [
    ...(model == null ? [] : [model]),
    ...(fallbacks ?? []).slice(0, workflowLimits.fallbacks),
  ]);
  const unknown = [...new Set(named)].filter((id) => !catalog.knows(id));
  const callable = catalog.models
    .filter(({ id, failsOnPurpose }) => !failsOnPurpose && providers.has(providerOf(id)))
    .map(({ id }) => id);
  // Each is compared with the whole catalog, so their number is bounded.
  const said = unknown.slice(0, workflowLimits.faults);
  const suggestions = Object.fromEntries(said.map((id) => [id, didYouMean(id, callable)]));
  return { unknown, suggestions, providers: [...providers] };
}

function planOf(input: WorkflowInput, planned: PlannedSteps, surroundings: Surroundings): Plan {
  const faults = [
    ...checkSize(input),
    ...(planned.faults ?? [
      ...checkTexts(input, planned.steps, surroundings),
      ...checkLongestReplies(planned.steps, surroundings),
    ]),
    ...checkCallbacks(input.callbacks),
  ];
  if (faults.length > 0 || planned.faults) return { faults: faults.slice(0, workflowLimits.faults) };
  const { name, input: text, variables, mode, callbacks } = input;
  const { steps, waves } = planned;
  const workflow = { name, input: text, variables, mode, steps, callbacks };
  return { faults: null, workflow: { ...workflow, ...noFile }, waves };
}

/** Whether each step that will run has a text to work on, as far as that is known. */
function checkTexts({ input }: WorkflowInput, steps: readonly Step[], { hasFile }: Surroundings): Fault[] {
  const needsNone = input.trim() !== '' || hasFile;
  return steps.flatMap((step, index): Fault[] => {
    const ownInput = step.input === null ? null : step.input.trim();
    const isEmpty = ownInput === null ? !needsNone && step.reads.length === 0 : ownInput === '';
    // Preprocessors may write into an empty text.
    if (!isEmpty || step.condition !== null || step.preprocessors.length > 0) return [];
    const message =
      ownInput === null
        ? `The step ${step.id} has no text to work on. Send one in input, or a file.`
        : `The input of the step ${step.id} is empty. Leave it out, or write a text.`;
    return [{ path: ownInput === null ? 'input' : `steps[${index}].input`, code: 'PROMPT_EMPTY', message }];
  });
}

/** Whether some model that a step may call has replies of the length that it allows. */
function checkLongestReplies(
  steps: readonly Pick<Step, 'model' | 'fallbacks' | 'maxTokens'>[],
  { catalog, providers }: Omit<Surroundings, 'hasFile'>,
): Fault[] {
  const routed = routable(catalog.models, providers);
  return steps.flatMap(({ model, fallbacks, maxTokens }, index): Fault[] => {
    const named = [...(model === null ? [] : [model]), ...(fallbacks ?? [])].map(catalog.named);
    const candidates = model === null ? [...routed, ...named] : named;
    const longest = Math.max(...candidates.map(({ maxOutput }) => maxOutput));
    if (maxTokens === null || candidates.length === 0 || maxTokens <= longest) return [];
    const message = `No model that this step may call gives more than ${longest.toLocaleString('en-US')} tokens. Lower max_tokens, or name another model.`;
    return [{ path: `steps[${index}].max_tokens`, code: 'STEP_VALUE_INVALID', message }];
  });
}

const noFile = { file: null, fileName: null, fileEncoding: null };

function checkSize({ input, variables }: WorkflowInput): Fault[] {
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(JSON.stringify(variables));
  if (bytes <= workflowLimits.inputBytes) return [];
  const message = 'The input and the variables together have at most 1 MiB. Send the text as a file.';
  return [{ path: 'input', code: 'INPUT_TOO_LARGE', message }];
}

/** @param of the thing that has them, as messages call it */
export function checkCallbacks(callbacks: readonly Pick<CallbackInput, 'url'>[], of = 'workflow'): Fault[] {
  const { callbacks: most } = workflowLimits;
  const tooMany: Fault[] =
    callbacks.length > most
      ? [
          {
            path: 'callbacks',
            code: 'CALLBACK_INVALID',
            message: `A ${of} has at most ${most} callbacks.`,
          },
        ]
      : [];
  return callbacks.reduce<Fault[]>((faults, { url }, index) => {
    const problem = addressProblem(url);
    if (problem) faults.push({ path: `callbacks[${index}].url`, code: 'CALLBACK_INVALID', message: problem });
    return faults;
  }, tooMany);
}

/** Why a callback can't go to an address, by its form alone; null if it can. */
export function addressProblem(url: string): string | null {
  if (url.length > 2_000 || !URL.canParse(url))
    return 'The address must be a URL of at most 2000 characters.';
  const { href, hostname, protocol, username, password } = new URL(url);
  // As it's sent, in ASCII, it may be longer. PostgreSQL's index has no space for an origin of any length.
  if (href.length > 2_000)
    return 'The address must be a URL of at most 2000 characters, when written in ASCII.';
  if (hostname.length > 253) return 'The host of the address must have at most 253 characters.';
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'The address must begin with https:// or http://.';
  if (username || password) return "The address can't contain a name or password.";
  return null;
}
