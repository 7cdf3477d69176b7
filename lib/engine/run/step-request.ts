import type { ModelConfig } from '@/lib/config/models/model-config';
import type { CallPolicy, CallRequest } from '@/lib/engine/calls/call-request';
import { callWithFallbacks } from '@/lib/engine/calls/call-with-fallbacks';
import type { Reply } from '@/lib/engine/calls/call-with-retries';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { replyBound } from '@/lib/engine/run/reply-bound';
import { Parked, StepFailure } from '@/lib/engine/run/run-error';
import type { StepRun } from '@/lib/engine/run/step-run';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';

/** The material of a step's request. */
export interface StepMaterial {
  material: string;
  instructions: string;
}

/** A request about a text, whose tokens are estimated apart from the rest of the prompt's. */
export interface TextRequest extends CallRequest<unknown> {
  textTokens: number;
}

/** Writes a step's request about a text. */
export function requestFor(run: StepRun, task: Task, { material, instructions }: StepMaterial): TextRequest {
  const { accountId, traceparent, signal, step, engine } = run;
  const { options, tone } = step;
  const textTokens = estimateTokens(material);
  const messages = writePrompt(task, { options, tone, instructions, limit: step.maxTokens, material });
  // A long text is counted once.
  const promptTokens = messages.reduce(
    (sum, { content }) => sum + (content === material ? textTokens : estimateTokens(content)),
    0,
  );
  const bound = replyBound(step, task, textTokens);
  const usualTokens = Math.min(bound.maxTokens, task.usualTokens(textTokens, options));
  return {
    accountId,
    traceparent,
    signal,
    messages,
    textTokens,
    schema: task.replySchema(options),
    size: { promptTokens, ...bound, usualTokens },
    temperature: step.temperature ?? task.temperature,
    work: { task: task.name, options, instructions, tone, text: material },
    read: (text, truncated) =>
      engine.textWorker.read({ task: task.name, options, material, reply: { text, truncated } }, run),
  };
}

/** How a step's models are called. */
export const policyFor = (step: Step, task: Task, models: readonly ModelConfig[]): CallPolicy => ({
  models,
  retries: step.retries,
  deadlines: step.clocks,
  fallbackOn: [
    ...(step.fallbacks !== null && step.fallbacks.length > 0 ? (['rejected'] as const) : []),
    ...(step.onRefusal === 'FALLBACK' ? (['refusal'] as const) : []),
  ],
  mayBeCut: task.replyAs(step.options) === 'prose',
  isTemperatureNamed: step.temperature !== null,
});

/** Calls the models of a step. @throws StepFailure if none replies, Parked, Interruption */
export async function callModels(
  run: StepRun,
  task: Task,
  request: CallRequest<unknown>,
  models: readonly ModelConfig[],
): Promise<Reply<unknown>> {
  const result = await callWithFallbacks(request, policyFor(run.step, task, models), run.log, {
    engine: run.engine,
  });
  if (result.outcome === 'waiting') throw new Parked(result.until);
  if (result.outcome === 'failed') throw new StepFailure(result.code, result.message);
  return result;
}
