import type { ModelConfig } from '@/lib/config/models/model-config';
import { workflowLimits } from '@/lib/config/workflow-limits';
import type { Engine } from '@/lib/engine/engine';
import { pricesAt } from '@/lib/engine/models/catalog';
import { addCosts, costNanos, noTokens } from '@/lib/engine/models/cost';
import { estimateTokens, tokensOfBytes } from '@/lib/engine/models/estimate-tokens';
import { answerBound, longestPiece } from '@/lib/engine/routing/answer-bound';
import { chooseModels } from '@/lib/engine/routing/choose-models';
import { heldBack } from '@/lib/engine/routing/held-back';
import { maxTokensFor } from '@/lib/engine/routing/rank-models';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import type { Task } from '@/lib/engine/tasks/define-task';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Step, Workflow } from '@/lib/engine/workflow';

/** What a step would do now. Costs in nano-dollars, null if a price isn't known. */
export interface StepEstimate {
  id: string;
  task: string;
  wave: number;
  /** The model that would be called first; null if none holds the step, or none is needed. */
  model: string | null;
  reason: string;
  /** The models that would be called if that one failed, in order. */
  fallbacks: string[];
  /** Prompt and usual answer together. */
  estimatedTokens: number;
  estimatedCost: number | null;
  /** With `max_tokens` used up. */
  maxCost: number | null;
}

/**
 * What a workflow would use, each step run once: the prompt counted, the answer of its task's usual length, and a text
 * that another step writes as long as that is.
 * @param fileBytes the size of a file that will come with the workflow
 */
export function estimatePlan(
  workflow: Workflow,
  waves: readonly number[],
  engine: Pick<Engine, 'catalog' | 'providerNames' | 'breakers' | 'measurements' | 'clock'>,
  fileBytes = 0,
): StepEstimate[] {
  const answers = new Map<number, number>();
  const ownText = workflow.input || (workflow.file ?? '');
  /** Of the workflow's own text, counted once for all steps: a file of ten megabytes takes tens of milliseconds. */
  let ownTokens: number | null = null;
  const tokensOf = (step: Step): number => {
    if (step.input !== null) return estimateTokens(step.input);
    if (step.reads.length > 0)
      return step.reads.reduce((sum, position) => sum + (answers.get(position) ?? 0), 0);
    ownTokens ??= ownText === '' ? tokensOfBytes(fileBytes) : estimateTokens(ownText);
    return ownTokens;
  };
  const estimates: StepEstimate[] = [];
  const order = [...workflow.steps.keys()].sort((one, other) => (waves[one] ?? 0) - (waves[other] ?? 0));
  for (const position of order) {
    const step = workflow.steps[position];
    if (!step) continue;
    const { estimate, answerTokens } = estimateStep(step, tokensOf(step), engine);
    answers.set(position, answerTokens);
    estimates[position] = { ...estimate, wave: waves[position] ?? 1 };
  }
  return estimates;
}

function estimateStep(
  step: Step,
  textTokens: number,
  engine: Parameters<typeof estimatePlan>[2],
): { estimate: Omit<StepEstimate, 'wave'>; answerTokens: number } {
  const task = taskNamed(step.task);
  if (!task) throw new Error(`A planned step has the unknown task ${step.task}.`);
  const { options, tone, instructions, maxTokens: limit } = step;
  const messages = writePrompt(task, { options, tone, instructions, limit, material: '' });
  const promptTokens = textTokens + messages.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const bound = answerBound(step, task, textTokens);
  const usualTokens = Math.min(bound.maxTokens, task.usualTokens(textTokens, options));
  const needsNone = task.withoutModel?.applies(options) ?? false;
  const size = { promptTokens, ...bound, usualTokens };
  const { candidates, reason, holdsWhole } = chooseModels(step, size, engine);
  const pieces = holdsWhole ? 1 : piecesOf(step, task, { textTokens, promptTokens }, candidates);
  const [model] = pieces > 0 ? candidates : [];
  const named = { id: step.id, task: step.task };
  if (!model || needsNone) {
    const why = needsNone ? 'It needs no model.' : 'No model fits.';
    const nothing = { fallbacks: [], estimatedTokens: 0, estimatedCost: 0, maxCost: 0 };
    return { estimate: { ...named, model: null, reason: why, ...nothing }, answerTokens: usualTokens };
  }
  const prices = pricesAt(model, engine.clock.now());
  const cost = (output: number) => costNanos({ ...noTokens, input: promptTokens, output }, prices);
  return {
    estimate: {
      ...named,
      model: model.id,
      reason: [
        reason,
        ...(holdsWhole ? [] : ['Its text is divided.']),
        ...heldBackNotes(candidates, engine),
      ].join(' '),
      fallbacks: candidates.slice(1).map(({ id }) => id),
      estimatedTokens: promptTokens + usualTokens,
      estimatedCost: cost(usualTokens),
      maxCost: cost(maxTokensFor(model, size)),
    },
    answerTokens: usualTokens,
  };
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

const heldBackNotes = (
  candidates: readonly ModelConfig[],
  engine: Pick<Engine, 'breakers' | 'clock'>,
): string[] =>
  candidates.flatMap((model) => {
    const note = heldBack(model, engine);
    return note === null ? [] : [`${model.id}: ${note}`];
  });

/** The sum of a figure over all steps. */
export const totalCost = (
  steps: readonly StepEstimate[],
  figure: 'estimatedCost' | 'maxCost',
): number | null => steps.reduce<number | null>((sum, step) => addCosts(sum, step[figure]), 0);
