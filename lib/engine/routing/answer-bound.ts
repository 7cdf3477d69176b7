import type { CallSize } from '@/lib/engine/routing/rank-models';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';

/**
 * How many tokens a step's answer may have: what its caller says, else what its task usually needs at most. The latter
 * gives way to a model's longest output, unless the answer grows with the text and the text can be divided instead.
 */
export function answerBound(
  { maxTokens: limit, options }: Pick<Step, 'maxTokens' | 'options'>,
  task: Task,
  textTokens: number,
): Pick<CallSize, 'maxTokens' | 'givesWay'> {
  if (limit !== null) return { maxTokens: limit, givesWay: false };
  const maxTokens = task.maxTokens(textTokens, options);
  const grows = task.maxTokens(0, options) < maxTokens;
  return { maxTokens, givesWay: !(grows && task.division) };
}
