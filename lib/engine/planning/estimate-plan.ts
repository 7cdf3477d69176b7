import { workflowLimits } from '@/lib/config/limits';
import type { KindPrices, ModelConfig } from '@/lib/config/models/model-config';
import type { Engine } from '@/lib/engine/engine';
import type { Reads } from '@/lib/engine/expressions/scope';
import { pricesAt, providerOf } from '@/lib/engine/models/catalog';
import { addCosts, costNanos, kindPrices, noTokens } from '@/lib/engine/models/cost';
import { estimateTokens, tokensOfBytes } from '@/lib/engine/models/estimate-tokens';
import { openCircuitMessage } from '@/lib/engine/routing/breakers';
import { type Choice, chooseModels, reasonWithPassedOver } from '@/lib/engine/routing/choose-models';
import { type CallSize, fitsContext, maxTokensFor } from '@/lib/engine/routing/rank-models';
import { inWords } from '@/lib/engine/run/approved-output';
import { longestPiece, replyBound } from '@/lib/engine/run/reply-bound';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import type { PersonalDecision, Task } from '@/lib/engine/tasks/define-task';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';

/** The estimate of a step. Costs in nano-dollars, null if a price isn't known or no model holds the step. */
export interface StepEstimate {
  id: string;
  task: string;
  wave: number;
  /** The steps that must have settled before it starts. */
  waitsFor: string[];
  /** Its own condition, which the estimate takes to hold; null if it has none, or its outcome is reused. */
  condition: string | null;
  /** The model that would be called first; null if none holds the step, or none is needed. */
  model: string | null;
  reason: string;
  /** The models that would be called if that one failed, in order. */
  fallbacks: string[];
  /** Prompt and usual reply together. */
  estimatedTokens: number;
  /** Of these, the reply's. */
  estimatedOutputTokens: number;
  /** Of the model. */
  estimatedCost: number | null;
  /** The prices of that estimate, in nano-dollars per token; null if they aren't known, or no model is called. */
  prices: KindPrices | null;
  /** With `max_tokens` used up, by the most expensive of the model and its fallbacks. */
  maxCost: number | null;
  /** It takes its outcome from an earlier job, and calls no model. */
  isReused?: true;
}

/** Without its place among the other steps. */
type OwnEstimate = Omit<StepEstimate, 'wave' | 'waitsFor' | 'condition'>;

/** Tokens of a step's templates as they were rendered, without other steps' outputs; `input` is null if it has none. */
export interface RenderedTokens {
  input: number | null;
  instructions: number;
}

/**
 * Estimates a workflow with each step run once. Prompts are counted; each reply has its task's usual length, also as
 * another step's input. A template counts as its own length plus the complete texts that it reads, without the values
 * of variables.
 * @param options.fileBytes the size of a file that will come with the workflow
 * @param options.rendered by step, the tokens of its templates where they were rendered with the values of variables
 * @param options.reused by position, the tokens of outputs that are taken from an earlier job
 */
export function estimatePlan(
  workflow: Workflow,
  waves: readonly number[],
  engine: Pick<Engine, 'catalog' | 'providerNames' | 'breakers' | 'measurements' | 'clock'>,
  {
    fileBytes = 0,
    rendered = [],
    reused = new Map(),
  }: {
    fileBytes?: number;
    rendered?: readonly (RenderedTokens | null)[];
    reused?: ReadonlyMap<number, number>;
  } = {},
): StepEstimate[] {
  const replyTokensByStep = new Map<number, number>();
  // Counted once for all steps: a file of ten megabytes takes tens of milliseconds.
  const inputTokens = once(() => estimateTokens(workflow.input));
  const fileTokens = once(() => (workflow.file ? estimateTokens(workflow.file) : tokensOfBytes(fileBytes)));
  const positions = new Map(workflow.steps.map(({ id }, position) => [id, position]));
  const replyTokensOf = (position: number | undefined) => replyTokensByStep.get(position ?? -1) ?? 0;
  /** Of the texts that a template reads. */
  const tokensRead = (reads: Reads | undefined): number =>
    (reads?.roots.includes('input') ? inputTokens() : 0) +
    (reads?.roots.includes('file') ? fileTokens() : 0) +
    outputTokens(reads);
  /** Of the outputs that a template reads. */
  const outputTokens = (reads: Reads | undefined): number =>
    (reads?.steps ?? []).reduce((sum, id) => sum + replyTokensOf(positions.get(id)), 0);
  const tokensOf = ({ input, reads, expressionReads }: Step, own: number | null): number => {
    if (own !== null) return own + outputTokens(expressionReads?.input);
    if (input !== null) return estimateTokens(input) + tokensRead(expressionReads?.input);
    if (reads.length > 0) return reads.reduce((sum, position) => sum + replyTokensOf(position), 0);
    return workflow.input.trim() === '' ? fileTokens() : inputTokens();
  };
  const estimates: StepEstimate[] = [];
  const order = [...workflow.steps.keys()].sort((one, other) => (waves[one] ?? 0) - (waves[other] ?? 0));
  for (const position of order) {
    const step = workflow.steps[position];
    if (!step) continue;
    const waitsFor = step.waitsFor.flatMap((other) => workflow.steps[other]?.id ?? []);
    const place = { wave: waves[position] ?? 1, waitsFor, condition: step.condition };
    const reusedTokens = reused.get(position);
    if (reusedTokens !== undefined) {
      replyTokensByStep.set(position, reusedTokens);
      estimates[position] = { ...reusedEstimate(step), ...place, condition: null };
      continue;
    }
    const own = rendered[position] ?? null;
    const reads = step.expressionReads?.instructions;
    const { estimate, replyTokens } = own
      ? estimateStep(
          // Its instructions are counted as they were rendered.
          { ...step, instructions: '' },
          { text: tokensOf(step, own.input), instructions: own.instructions + outputTokens(reads) },
          engine,
        )
      : estimateStep(step, { text: tokensOf(step, null), instructions: tokensRead(reads) }, engine);
    replyTokensByStep.set(position, replyTokens);
    estimates[position] = { ...estimate, ...place };
  }
  return estimates;
}

/** Of a step that calls no model. */
const noEstimate = {
  ...{ estimatedTokens: 0, estimatedOutputTokens: 0, estimatedCost: 0, prices: null, maxCost: 0 },
};

const reusedEstimate = ({ id, task }: Step) => ({
  ...{ id, task, model: null, fallbacks: [], reason: 'Its earlier outcome is reused.' },
  ...{ ...noEstimate, isReused: true as const },
});

/** A figure that is calculated at its first use. */
function once(calculate: () => number): () => number {
  let figure: number | null = null;
  return () => {
    figure ??= calculate();
    return figure;
  };
}

/** @param tokens of its text, and of the values that its instructions' template reads */
function estimateStep(
  step: Step,
  { text: textTokens, instructions: readTokens }: { text: number; instructions: number },
  engine: Parameters<typeof estimatePlan>[2],
): { estimate: OwnEstimate; replyTokens: number } {
  const task = taskNamed(step.task);
  if (!task) throw new Error(`A planned step has the unknown task ${step.task}.`);
  if (task.decision) return { estimate: waitOf(step, task.decision), replyTokens: textTokens };
  const { options, tone, instructions, maxTokens: limit } = step;
  const messages = writePrompt(task, { options, tone, instructions, limit, material: '' });
  const promptTokens =
    textTokens + readTokens + messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const bound = replyBound(step, task, textTokens);
  const usualTokens = Math.min(bound.maxTokens, task.usualTokens(textTokens, options));
  const needsNone = task.withoutModel?.applies(options) ?? false;
  const size = { promptTokens, ...bound, usualTokens };
  const choice = chooseModels(step, size, engine);
  const { candidates, fitsWhole } = choice;
  const pieces = fitsWhole ? 1 : piecesOf(step, task, { textTokens, promptTokens }, candidates);
  const [model] = pieces > 0 ? candidates : [];
  const named = { id: step.id, task: step.task };
  if (!model || needsNone) {
    const unknown = {
      ...noEstimate,
      ...{ estimatedTokens: promptTokens + usualTokens, estimatedOutputTokens: usualTokens },
      ...{ estimatedCost: null, maxCost: null },
    };
    return {
      estimate: {
        ...{ ...named, model: null, fallbacks: [] },
        reason: needsNone ? 'It needs no model.' : candidates.length > 0 ? 'No model fits.' : choice.reason,
        ...(needsNone ? noEstimate : unknown),
      },
      replyTokens: usualTokens,
    };
  }
  const usageWith = (output: number) => ({ ...noTokens, input: promptTokens, output });
  const prices = pricesAt(model, engine.clock.now());
  const usual = usageWith(usualTokens);
  const mostOf = (one: ModelConfig) =>
    costNanos(usageWith(maxTokensFor(one, size)), pricesAt(one, engine.clock.now()));
  return {
    estimate: {
      ...named,
      model: model.id,
      reason: [
        reasonWithPassedOver(choice),
        ...(fitsWhole ? [] : ['Its text is divided.']),
        ...heldBackNotes(choice, engine),
      ].join(' '),
      fallbacks: candidates.slice(1).map(({ id }) => id),
      estimatedTokens: promptTokens + usualTokens,
      estimatedOutputTokens: usualTokens,
      estimatedCost: costNanos(usual, prices),
      prices: prices && kindPrices(usual, prices),
      maxCost: highest(callable(candidates, size, engine).map(mostOf)),
    },
    replyTokens: usualTokens,
  };
}

/** The models of a step that would be called; all if none would. */
function callable(
  candidates: readonly ModelConfig[],
  size: CallSize,
  { providerNames }: Pick<Engine, 'providerNames'>,
): readonly ModelConfig[] {
  const fitting = candidates.filter(
    (model) => providerNames.has(providerOf(model.id)) && fitsContext(model, size),
  );
  return fitting.length > 0 ? fitting : candidates;
}

/** The highest of some costs: unknown as soon as one of them is. */
const highest = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((most, cost) => (most === null || cost === null ? null : Math.max(most, cost)), 0);

const afterTimeout = { FAIL: 'fails', APPROVE: 'approves the text', REFUSE: 'refuses the text' } as const;

/** A step that a person decides: it costs time alone. */
function waitOf(
  { id, task, options }: Step,
  { timeout, onTimeout }: PersonalDecision<unknown, unknown>,
): OwnEstimate {
  const reason = `It waits for a person, at most ${inWords(timeout(options))}, and then ${afterTimeout[onTimeout(options)]}.`;
  return { id, task, model: null, reason, fallbacks: [], ...noEstimate };
}

/** About how many pieces a text is divided into; 0 if it can't be. */
function piecesOf(
  step: Step,
  task: Task,
  { textTokens, promptTokens }: { textTokens: number; promptTokens: number },
  candidates: readonly ModelConfig[],
): number {
  if (!task.division || candidates.length === 0) return 0;
  const longest = longestPiece(step, task, promptTokens - textTokens, candidates);
  const pieces = longest === 0 ? 0 : Math.ceil(textTokens / longest);
  return pieces > workflowLimits.pieces ? 0 : pieces;
}

/** Of models that are called if others fail, or because the step names them. */
const heldBackNotes = (
  { candidates, passedOver }: Choice,
  engine: Pick<Engine, 'breakers' | 'clock'>,
): string[] =>
  candidates.flatMap((model) => {
    const note = openCircuitMessage(model, engine);
    return note === null || passedOver.some((one) => one.model === model.id) ? [] : [`${model.id}: ${note}`];
  });

/** The sum of a figure over all steps. */
export const totalCost = (
  steps: readonly StepEstimate[],
  figure: 'estimatedCost' | 'maxCost',
): number | null => steps.reduce<number | null>((sum, step) => addCosts(sum, step[figure]), 0);
