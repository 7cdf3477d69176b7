import type { ModelConfig } from '@/lib/config/models/model-config';
import { type CallSize, fitsContext } from '@/lib/engine/routing/rank-models';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';

/**
 * The most tokens of a reply: the step's own limit; otherwise, the most that its task usually needs. The latter is
 * capped at a model's longest output, unless the reply grows with the text and the text can be divided.
 */
export function replyBound(
  { maxTokens: limit, options }: Pick<Step, 'maxTokens' | 'options'>,
  task: Task,
  textTokens: number,
): Pick<CallSize, 'maxTokens' | 'capAtModelLimit'> {
  if (limit !== null) return { maxTokens: limit, capAtModelLimit: false };
  const maxTokens = task.maxTokens(textTokens, options);
  const grows = task.maxTokens(0, options) < maxTokens;
  return { maxTokens, capAtModelLimit: !(grows && task.division) };
}

/**
 * Tokens of the longest text that fits a candidate together with its reply, which may grow with the text; 0 if no text
 * fits any.
 * @param overhead tokens of the prompt without the text
 */
export function longestPiece(
  step: Pick<Step, 'maxTokens' | 'options'>,
  task: Task,
  overhead: number,
  candidates: readonly ModelConfig[],
): number {
  const fits = (tokens: number) => {
    const bound = replyBound(step, task, tokens);
    const size = { promptTokens: overhead + tokens, ...bound, usualTokens: bound.maxTokens };
    return candidates.some((candidate) => fitsContext(candidate, size));
  };
  let fitting = 0;
  let tooMany = 1 + Math.max(...candidates.map(({ context }) => context));
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}
