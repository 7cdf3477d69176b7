import { workflowLimits } from '@/lib/config/workflow-limits';
import { answer, type Question } from '@/lib/engine/calls/answer';
import type { StepBooks } from '@/lib/engine/calls/step-books';
import type { Engine } from '@/lib/engine/engine';
import { ConditionProblem, TemplateProblem } from '@/lib/engine/expressions/expressions';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import { preprocessorNamed } from '@/lib/engine/preprocessors/registry';
import { TooMuchWork } from '@/lib/engine/replies/too-much-work';
import { type Choice, chooseModels } from '@/lib/engine/routing/choose-models';
import { longestPiece, replyBound } from '@/lib/engine/routing/reply-bound';
import { nextTurn } from '@/lib/engine/run/next-turn';
import { bytesOf, type OutputBudget } from '@/lib/engine/run/output-budget';
import { readFile } from '@/lib/engine/run/read-file';
import type { RenderedTexts } from '@/lib/engine/run/rendered-texts';
import { StepFailure } from '@/lib/engine/run/run-error';
import type { AnsweredPiece, StepState } from '@/lib/engine/run/run-store';
import { conditionScope, templateScope } from '@/lib/engine/run/step-scope';
import { readText } from '@/lib/engine/run/step-text';
import { makeTexts } from '@/lib/engine/run/text-memory';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import type { Task } from '@/lib/engine/tasks/define-task';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { RunError, Step, Workflow } from '@/lib/engine/workflow';
import { storableJson } from '@/lib/rules/storable-json';

/** What a step's work has led to; an output with its JSON, as both databases can store it. */
export type StepOutcome =
  | { status: 'COMPLETED'; output: unknown; json: string; truncated: boolean }
  | { status: 'FAILED' | 'SKIPPED'; error: RunError };

/** A step's outcome with how it came about. */
export interface StepResult {
  outcome: StepOutcome;
  /** Null if no model answered. */
  model: string | null;
  reason: string | null;
  fallbacks: string[];
}

interface StepRun {
  accountId: string;
  traceparent: string | null;
  workflow: Workflow;
  step: Step;
  /** All of the job's steps. */
  states: readonly StepState[];
  engine: Engine;
  books: StepBooks;
  /** Of the whole run. */
  rendered: RenderedTexts;
  /** The answered pieces of its text, in order; grows. Those of an earlier run aren't asked for again. */
  pieces: AnsweredPiece[];
  position: number;
  /** Of all outputs of the job. */
  budget: OutputBudget;
  signal: AbortSignal;
}

/** How often the joined outputs of a long text's pieces may be divided again. */
const MOST_ROUNDS = 3;

/**
 * Runs a step: condition, template, preprocessors, prompt, models, shape (docs/engine.md, "A step").
 * @throws Parked if it must wait, Interruption if the run is ended; errors of our own
 */
export async function runStep(run: StepRun): Promise<StepResult> {
  const result: StepResult = {
    outcome: { status: 'COMPLETED', output: null, json: 'null', truncated: false },
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
  // Of a text's pieces, some may have been answered.
  if (!isCompleted) result.model = null;
  result.fallbacks = isCompleted ? [...run.books.failedModels].filter((model) => model !== result.model) : [];
  return result;
}

/** @throws errors that aren't the step's */
function stepError(error: unknown): Pick<RunError, 'code' | 'message'> {
  if (error instanceof StepFailure) return { code: error.code, message: error.message };
  if (error instanceof TemplateProblem) return { code: 'TEMPLATE_RENDER_FAILED', message: error.message };
  if (error instanceof ConditionProblem) return { code: 'CONDITION_FAILED', message: error.message };
  if (error instanceof PreprocessorProblem) return { code: error.code, message: error.message };
  throw error;
}

async function isSkipped(run: StepRun): Promise<StepOutcome | null> {
  const { workflow, step, states, engine } = run;
  if (step.condition === null) return null;
  const scope = conditionScope(step, workflow, states);
  if (await engine.expressions.decide(step.condition, scope, run)) return null;
  const error = { code: 'CONDITION_FALSE', message: 'Its condition is false.', stepId: step.id } as const;
  return { status: 'SKIPPED', error };
}

async function work(run: StepRun, result: StepResult): Promise<StepOutcome> {
  const { step } = run;
  run.budget.requireSpace();
  const task = taskNamed(step.task);
  if (!task) throw new StepFailure('STORED_RESULT_INVALID', `There is no task named ${step.task} anymore.`);
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
  await nextTurn(texts.text);
  if (texts.text.trim() === '')
    throw new StepFailure(
      'PROMPT_EMPTY',
      run.step.input?.includes('{')
        ? 'The template in input rendered no text. Check that the values it reads exist.'
        : 'There is no text to work on.',
    );
  const { output: answered, truncated } = await answerTexts(run, task, texts, result);
  // Last, so that whatever is stored, sent or logged before has placeholders.
  const { hidden, options } = texts;
  const writtenIn = task.writtenIn?.(options) ?? null;
  const output = await run.engine.expressions.restore({ output: answered, hidden, writtenIn }, run);
  const json = storableJson(output);
  run.budget.hold(run.position, Buffer.byteLength(json));
  return { status: 'COMPLETED', output, json, truncated };
}

/** An output as the models, or no model, made it. */
interface Answered {
  output: unknown;
  truncated: boolean;
}

/** What the step works on and by: its text and instructions as its preprocessors leave them, and its options. */
async function readTexts(run: StepRun, task: Task): Promise<StepTexts> {
  const { workflow, step, engine } = run;
  const { preprocessors: entries, options } = step;
  const file = await readFile(step, workflow, engine.expressions, run);
  const { text, instructions } = await renderTexts(run, file);
  if (entries.length === 0) return { text, instructions, options, hidden: [] };
  const gone = entries.find(({ name }) => !preprocessorNamed(name));
  if (gone)
    throw new StepFailure('STORED_RESULT_INVALID', `There is no preprocessor named ${gone.name} anymore.`);
  const { variables, fileName } = workflow;
  const named = file === null ? null : { name: fileName ?? 'file', text: file };
  const texts = await engine.expressions.prepare(
    { entries, text, instructions, options, variables, file: named },
    run,
  );
  if (texts.hidden.length > 0 && !(await engine.expressions.fits(task.name, texts.options, run)))
    throw new StepFailure(
      'PROCESSOR_FAILED',
      "stripSensitiveData: a value that it hides is in an option of the task that can't hold a placeholder. Change the option, or list the value in keep.",
    );
  return texts;
}

/** The text and the instructions of a step as its templates render them, in one piece of work. */
async function renderTexts(
  run: StepRun,
  file: string | null,
): Promise<{ text: string; instructions: string }> {
  const { workflow, step, states, rendered } = run;
  const { expressions } = run.engine;
  const scope = templateScope(step, workflow, states, file);
  if (step.input !== null) {
    const texts = await expressions.render([step.input, step.instructions], scope, run);
    rendered.count(step.id, texts);
    const [text = '', instructions = ''] = texts;
    return { text, instructions };
  }
  const own = readText(step, workflow, states, file);
  const text = 'text' in own ? own.text : await expressions.join(own.outputs, run);
  const isNothing = text.trim() === '' && step.preprocessors.length === 0;
  const [instructions = ''] = isNothing ? [] : await expressions.render([step.instructions], scope, run);
  rendered.count(step.id, 'text' in own ? [instructions] : [text, instructions]);
  return { text, instructions };
}

async function answerTexts(
  run: StepRun,
  task: Task,
  { text: material, instructions, options }: StepTexts,
  result: StepResult,
): Promise<Answered> {
  // Wherever the step's options are read, they are those without the hidden values.
  const prepared = { ...run, step: { ...run.step, options } };
  if (task.withoutModel?.applies(options)) {
    const output = await directOutput(prepared, task, task.withoutModel, material);
    return { output, truncated: false };
  }
  return answerText(prepared, task, { material, instructions, rounds: 1, piecesBefore: 0 }, result);
}

async function directOutput(
  run: StepRun,
  { name }: Task,
  { tooMuchWork }: NonNullable<Task['withoutModel']>,
  material: string,
): Promise<unknown> {
  try {
    const { options } = run.step;
    return await run.engine.expressions.read({ task: name, options, material, reply: null }, run);
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuchWork(error.message);
    throw error;
  }
}

interface StepMaterial {
  material: string;
  instructions: string;
  /** How often the text has been divided, this time included. */
  rounds: number;
  /** Of the divisions before. */
  piecesBefore: number;
}

/** Asks for the whole text, or for its pieces if no candidate holds it and the task allows that. */
async function answerText(
  run: StepRun,
  task: Task,
  text: StepMaterial,
  result: StepResult,
): Promise<Answered> {
  const question = questionFor(run, task, text);
  const choice = chooseModels(run.step, question.size, run.engine);
  result.reason = choice.reason;
  if (choice.fitsWhole) {
    const { output, model, truncated } = await answer(question, choice.candidates, run);
    result.model = model.id;
    return { output, truncated };
  }
  if (!task.division || text.rounds > MOST_ROUNDS) throw tooLong(run.step, choice);
  const outputs: unknown[] = [];
  let truncated = false;
  const head = task.division.head?.(text.material, run.step.options) ?? '';
  const { material } = text;
  const pieces = await dividedText(run, { at: task.division.at, head }, { question, material, task, choice });
  for (const [index, piece] of pieces.entries()) {
    await nextTurn(piece);
    const asked = questionFor(run, task, { ...text, material: piece });
    const place = { index: text.piecesBefore + index, number: index + 1 };
    const found = await answerPiece(run, task, asked, choice, place);
    outputs.push(found.output);
    truncated ||= found.truncated;
    result.model = found.model;
  }
  const joined = task.division.join(outputs, run.step.options);
  if (!task.division.again) return { output: joined, truncated };
  const piecesBefore = text.piecesBefore + pieces.length;
  const again = { ...text, material: task.text(joined), rounds: text.rounds + 1, piecesBefore };
  return answerText(run, task, again, result);
}

/**
 * The answer to a piece: that of an earlier run, or a model's.
 * @param place.index among all pieces of the step
 * @param place.number in the text, from 1
 */
async function answerPiece(
  run: StepRun,
  task: Task,
  question: Question<unknown>,
  { candidates }: Choice,
  { index, number }: { index: number; number: number },
): Promise<AnsweredPiece> {
  const characters = question.work.text.length;
  const kept = run.pieces[index];
  // The models may be others than those for which the text was divided before, and the server another version.
  if (kept && kept.characters === characters && task.output.safeParse(kept.output).success) return kept;
  run.pieces.splice(index);
  const { output, model, truncated } = await answer(question, candidates, run).catch((error) => {
    if (error instanceof StepFailure) throw new StepFailure(error.code, `Piece ${number}: ${error.message}`);
    throw error;
  });
  const attempt = run.books.tally.lastNumber;
  const bytes = Buffer.byteLength(JSON.stringify(output));
  const piece = { characters, output, bytes, model: model.id, truncated, attempt };
  run.budget.hold(run.position, bytesOf(run.pieces) + bytes);
  run.pieces.push(piece);
  return piece;
}

/** @throws StepFailure if the text can't be divided */
async function dividedText(
  run: StepRun,
  { at, head }: { at: NonNullable<Task['division']>['at']; head: string },
  {
    question,
    material,
    task,
    choice,
  }: { question: TextQuestion; material: string; task: Task; choice: Choice },
): Promise<string[]> {
  const overhead = question.size.promptTokens - question.textTokens;
  const maxTokens = longestPiece(question.step, task, overhead, choice.candidates);
  if (maxTokens === 0) throw tooLong(question.step, choice);
  const divided = await run.engine.expressions.divide(material, { at, maxTokens, head }, run);
  if ('pieces' in divided) return divided.pieces;
  throw divided.fault === 'TOO_MANY_CHUNKS'
    ? new StepFailure(divided.fault, `The text would take more than ${workflowLimits.pieces} pieces.`)
    : new StepFailure(divided.fault, 'A single sentence or line of the text is longer than the context.');
}

const tooLong = ({ model, maxTokens }: Step, { candidates }: Choice): StepFailure => {
  const code = model !== null ? 'CONTEXT_EXCEEDED' : 'MODEL_NONE_FITS';
  const longest = Math.max(0, ...candidates.map(({ maxOutput }) => maxOutput));
  if (maxTokens !== null && maxTokens > longest)
    return new StepFailure(code, `max_tokens is more than the longest output, ${longest} tokens.`);
  const largest = Math.max(0, ...candidates.map(({ context }) => context));
  return model !== null
    ? new StepFailure(
        code,
        `Prompt and max_tokens together don't fit the context of ${model}, ${largest} tokens.`,
      )
    : new StepFailure(code, 'No model holds the prompt and max_tokens together.');
};

/** A question about a text, whose tokens are estimated apart from the rest of the prompt's. */
interface TextQuestion extends Question<unknown> {
  textTokens: number;
}

function questionFor(run: StepRun, task: Task, { material, instructions }: StepMaterial): TextQuestion {
  const { step, engine } = run;
  const { options, tone } = step;
  const textTokens = estimateTokens(material);
  const messages = writePrompt(task, { options, tone, instructions, limit: step.maxTokens, material });
  // A long text is counted once.
  const promptTokens = messages.reduce(
    (sum, { text }) => sum + (text === material ? textTokens : estimateTokens(text)),
    0,
  );
  const bound = replyBound(step, task, textTokens);
  const replyAs = task.replyAs(options);
  return {
    step,
    accountId: run.accountId,
    traceparent: run.traceparent,
    messages,
    textTokens,
    schema: task.replySchema(options),
    size: {
      promptTokens,
      ...bound,
      usualTokens: Math.min(bound.maxTokens, task.usualTokens(textTokens, options)),
    },
    temperature: step.temperature ?? task.temperature,
    work: { task: task.name, options, instructions, tone, text: material },
    mayBeCut: replyAs === 'prose',
    read: (text, truncated) =>
      engine.expressions.read({ task: task.name, options, material, reply: { text, truncated } }, run),
  };
}
