import { workflowLimits } from '@/lib/config/limits';
import type { StepTexts } from '@/lib/engine/preprocessors/prepare-texts';
import { TooMuchWork } from '@/lib/engine/replies/problems';
import {
  type Choice,
  chooseModels,
  nothingToChoose,
  reasonWithPassedOver,
} from '@/lib/engine/routing/choose-models';
import { bytesOf } from '@/lib/engine/run/output-budget';
import { longestPiece } from '@/lib/engine/run/reply-bound';
import { StepFailure } from '@/lib/engine/run/run-error';
import type { FinishedPiece } from '@/lib/engine/run/run-store';
import { callModels, requestFor, type StepMaterial, type TextRequest } from '@/lib/engine/run/step-request';
import type { StepRun } from '@/lib/engine/run/step-run';
import type { Task } from '@/lib/engine/tasks/define-task';
import type { Step } from '@/lib/engine/workflow';
import { yieldBeforeLongText } from './text-memory';

/** How often the joined outputs of a long text's pieces may be divided again. */
const MOST_ROUNDS = 3;

/** An output, which no preprocessor has restored yet. */
interface MadeOutput {
  output: unknown;
  truncated: boolean;
}

/** The model whose reply became the output, set as soon as it is known. */
interface CalledModel {
  model: string | null;
  reason: string | null;
}

/** Makes the output of a step from its texts, by models or without one. */
export async function makeOutput(
  run: StepRun,
  task: Task,
  { text: material, instructions, options }: StepTexts,
  called: CalledModel,
): Promise<MadeOutput> {
  // The step's options are always read without the hidden values.
  const prepared = { ...run, step: { ...run.step, options } };
  if (task.withoutModel?.applies(options)) {
    const output = await directOutput(prepared, task, task.withoutModel, material);
    return { output, truncated: false };
  }
  return requestOutput(prepared, task, { material, instructions, rounds: 1, piecesBefore: 0 }, called);
}

async function directOutput(
  run: StepRun,
  { name }: Task,
  { tooMuchWork }: NonNullable<Task['withoutModel']>,
  material: string,
): Promise<unknown> {
  try {
    const { options } = run.step;
    return await run.engine.textWorker.read({ task: name, options, material, reply: null }, run);
  } catch (error) {
    if (error instanceof TooMuchWork) return tooMuchWork(error.message);
    throw error;
  }
}

interface DividedMaterial extends StepMaterial {
  /** How often the text has been divided, this time included. */
  rounds: number;
  /** Of the divisions before. */
  piecesBefore: number;
}

/** Sends the whole text, or its pieces if it fits no candidate and the task allows that. */
async function requestOutput(
  run: StepRun,
  task: Task,
  text: DividedMaterial,
  called: CalledModel,
): Promise<MadeOutput> {
  const request = requestFor(run, task, text);
  const choice = chooseModels(run.step, request.size, run.engine);
  called.reason = reasonWithPassedOver(choice);
  if (choice.fitsWhole) {
    const { output, model, truncated } = await callModels(run, task, request, choice.candidates);
    called.model = model.id;
    return { output, truncated };
  }
  if (!task.division || text.rounds > MOST_ROUNDS) throw tooLong(run.step, choice);
  const outputs: unknown[] = [];
  let truncated = false;
  const head = task.division.head?.(text.material, run.step.options) ?? '';
  const { material } = text;
  const pieces = await dividedText(run, { at: task.division.at, head }, { request, material, task, choice });
  for (const [index, piece] of pieces.entries()) {
    await yieldBeforeLongText(piece);
    const pieceRequest = requestFor(run, task, { ...text, material: piece });
    const place = { index: text.piecesBefore + index, number: index + 1 };
    const found = await requestPiece(run, task, pieceRequest, choice, place);
    outputs.push(found.output);
    truncated ||= found.truncated;
    called.model = found.model;
  }
  const joined = task.division.join(outputs, run.step.options);
  if (!task.division.again) return { output: joined, truncated };
  const piecesBefore = text.piecesBefore + pieces.length;
  const again = { ...text, material: task.text(joined), rounds: text.rounds + 1, piecesBefore };
  return requestOutput(run, task, again, called);
}

/**
 * The output of a piece: from an earlier run, or from a model.
 * @param place.index among all pieces of the step
 * @param place.number in the text, from 1
 */
async function requestPiece(
  run: StepRun,
  task: Task,
  request: TextRequest,
  { candidates }: Choice,
  { index, number }: { index: number; number: number },
): Promise<FinishedPiece> {
  const characters = request.work.text.length;
  const kept = run.pieces[index];
  // The models may differ from those of the earlier division, and so may the server's version.
  if (kept && kept.characters === characters && task.output.safeParse(kept.output).success) return kept;
  run.pieces.splice(index);
  const { output, model, truncated } = await callModels(run, task, request, candidates).catch((error) => {
    if (error instanceof StepFailure) throw new StepFailure(error.code, `Piece ${number}: ${error.message}`);
    throw error;
  });
  const attempt = run.log.tally.lastNumber;
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
  { request, material, task, choice }: { request: TextRequest; material: string; task: Task; choice: Choice },
): Promise<string[]> {
  const overhead = request.size.promptTokens - request.textTokens;
  const maxTokens = longestPiece(run.step, task, overhead, choice.candidates);
  if (maxTokens === 0) throw tooLong(run.step, choice);
  const divided = await run.engine.textWorker.divide(material, { at, maxTokens, head }, run);
  if ('pieces' in divided) return divided.pieces;
  throw divided.fault === 'TOO_MANY_CHUNKS'
    ? new StepFailure(divided.fault, `The text would take more than ${workflowLimits.pieces} pieces.`)
    : new StepFailure(divided.fault, 'A single sentence or line of the text is longer than the context.');
}

const tooLong = ({ model, maxTokens }: Step, { candidates }: Choice): StepFailure => {
  const code = model !== null ? 'CONTEXT_EXCEEDED' : 'MODEL_NONE_FITS';
  if (candidates.length === 0) return new StepFailure(code, nothingToChoose);
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
