import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import type { Task } from '@/lib/engine/tasks/define-task';
import { taskNamed } from '@/lib/engine/tasks/registry';
import { ConditionProblem, TemplateProblem } from '@/lib/engine/text-worker';
import type { RunError } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/json';
import { approvedOutput, awaitDecision } from './approved-output';
import { makeOutput } from './make-output';
import { postprocessOutput } from './postprocess-output';
import { StepFailure } from './run-error';
import type { StepRun } from './step-run';
import { conditionScope } from './step-scope';
import { readTexts } from './step-texts';
import { makeTexts, yieldBeforeLongText } from './text-memory';

/** The result of a step; an output with its JSON, as both databases can store it, and how many files it has written. */
type StepOutcome =
  | { status: 'COMPLETED'; output: unknown; json: string; truncated: boolean; files: number }
  | { status: 'FAILED' | 'SKIPPED'; error: RunError };

/** A step's outcome with how it came about. */
export interface StepResult {
  outcome: StepOutcome;
  /** Of the output: null if there's none, or if no model was called for it. */
  model: string | null;
  reason: string | null;
  fallbacks: string[];
}

/**
 * Runs a step: condition, template, preprocessors, prompt, models, shape, postprocessors (docs/engine.md, "A step").
 * @throws Parked or AwaitsApproval if it must wait, Interruption if the run is ended; errors of our own
 */
export async function runStep(run: StepRun): Promise<StepResult> {
  const result: StepResult = {
    outcome: { status: 'COMPLETED', output: null, json: 'null', truncated: false, files: 0 },
    model: null,
    reason: null,
    fallbacks: [],
  };
  try {
    result.outcome = (await isSkipped(run)) ?? (await work(run, result));
  } catch (error) {
    result.outcome = { status: 'FAILED', error: { ...stepError(error), stepId: run.step.id } };
  }
  const isCompleted = result.outcome.status === 'COMPLETED';
  // Some pieces of its text may have a reply.
  if (!isCompleted) result.model = null;
  result.fallbacks = isCompleted ? [...run.log.failedModels].filter((model) => model !== result.model) : [];
  return result;
}

/** @throws errors that aren't the step's */
function stepError(error: unknown): Pick<RunError, 'code' | 'message'> {
  if (error instanceof StepFailure) return { code: error.code, message: error.message };
  if (error instanceof TemplateProblem) return { code: 'TEMPLATE_RENDER_FAILED', message: error.message };
  if (error instanceof ConditionProblem) return { code: 'CONDITION_FAILED', message: error.message };
  if (error instanceof PostprocessorProblem) return { code: error.code, message: error.message };
  if (error instanceof PreprocessorProblem) return { code: error.code, message: error.message };
  throw error;
}

async function isSkipped(run: StepRun): Promise<StepOutcome | null> {
  const { workflow, step, states, engine } = run;
  if (step.condition === null) return null;
  const scope = conditionScope(step, workflow, states);
  if (await engine.textWorker.decide(step.condition, scope, run)) return null;
  const error = { code: 'CONDITION_FALSE', message: 'Its condition is false.', stepId: step.id } as const;
  return { status: 'SKIPPED', error };
}

async function work(run: StepRun, result: StepResult): Promise<StepOutcome> {
  const { step } = run;
  run.budget.requireSpace();
  const task = taskNamed(step.task);
  if (!task) throw new StepFailure('STORED_RESULT_INVALID', `There is no task named ${step.task} anymore.`);
  awaitDecision(run);
  const { texts, release } = await makeTexts(() => readTexts(run, task), bytesOfTexts, run.engine.texts, run);
  try {
    return await workOn(texts, task, run, result);
  } finally {
    release();
  }
}

const bytesOfTexts = ({ text, instructions }: StepTexts): number =>
  Buffer.byteLength(text) + Buffer.byteLength(instructions);

async function workOn(texts: StepTexts, task: Task, run: StepRun, result: StepResult): Promise<StepOutcome> {
  await yieldBeforeLongText(texts.text);
  if (texts.text.trim() === '')
    throw new StepFailure(
      'PROMPT_EMPTY',
      run.step.input?.includes('{')
        ? 'The template in input rendered no text. Check that the values it reads exist.'
        : 'There is no text to work on.',
    );
  const { output: made, truncated } = task.decision
    ? { output: await approvedOutput(run, task.decision, texts), truncated: false }
    : await makeOutput(run, task, texts, result);
  // Last, so that whatever is stored, sent or logged before has placeholders.
  const { hidden, options } = texts;
  const writtenIn = task.writtenIn?.(options) ?? null;
  const restored = await run.engine.textWorker.restore({ output: made, hidden, writtenIn }, run);
  const { output, files } = await postprocessOutput(run, {
    texts,
    made,
    output: restored,
    model: result.model,
  });
  const json = storableJson(output);
  run.budget.hold(run.position, Buffer.byteLength(json));
  return { status: 'COMPLETED', output, json, truncated, files };
}
