import type { Engine } from '@/lib/engine/engine';
import { pricesAt } from '@/lib/engine/models/catalog';
import { addCosts, costNanos, noTokens } from '@/lib/engine/models/cost';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { answerBound } from '@/lib/engine/routing/answer-bound';
import { chooseModels } from '@/lib/engine/routing/choose-models';
import { maxTokensFor } from '@/lib/engine/routing/rank-models';
import { writePrompt } from '@/lib/engine/run/write-prompt';
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
 */
export function estimatePlan(
  workflow: Workflow,
  waves: readonly number[],
  engine: Pick<Engine, 'catalog' | 'providerNames' | 'breakers' | 'measurements' | 'clock'>,
): StepEstimate[] {
  const answers = new Map<number, number>();
  const ownText = workflow.input || (workflow.file ?? '');
  /** Of the workflow's own text, counted once for all steps: a file of ten megabytes takes tens of milliseconds. */
  let ownTokens: number | null = null;
  const tokensOf = (step: Step): number => {
    if (step.input !== null) return estimateTokens(step.input);
    if (step.reads.length > 0)
      return step.reads.reduce((sum, position) => sum + (answers.get(position) ?? 0), 0);
    ownTokens ??= estimateTokens(ownText);
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
  const [model] = holdsWhole || task.division ? candidates : [];
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
      reason: holdsWhole ? reason : `${reason} Its text is divided.`,
      fallbacks: candidates.slice(1).map(({ id }) => id),
      estimatedTokens: promptTokens + usualTokens,
      estimatedCost: cost(usualTokens),
      maxCost: cost(maxTokensFor(model, size)),
    },
    answerTokens: usualTokens,
  };
}

/** The sum of a figure over all steps. */
export const totalCost = (
  steps: readonly StepEstimate[],
  figure: 'estimatedCost' | 'maxCost',
): number | null => steps.reduce<number | null>((sum, step) => addCosts(sum, step[figure]), 0);
