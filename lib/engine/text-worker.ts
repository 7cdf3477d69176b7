import { type CheckedRow, checkRows, type RowsToCheck } from '@/lib/engine/bulk/check-rows';
import { type ResultField, resultFields, type StoredOutput } from '@/lib/engine/bulk/output-columns';
import { type ChatBatch, readChatBatch } from '@/lib/engine/bulk/read-chat-batch';
import { readUploadedSheet, type SheetOptions, type UploadedSheet } from '@/lib/engine/bulk/read-sheet';
import { type RowsToWrite, writeRows } from '@/lib/engine/bulk/write-rows';
import { decideCondition } from '@/lib/engine/expressions/condition';
import type { Scope } from '@/lib/engine/expressions/scope';
import { joinOutputs, renderTemplate } from '@/lib/engine/expressions/template';
import { type PlannedSteps, planSteps, type StepsToPlan } from '@/lib/engine/planning/plan-steps';
import {
  type PostprocessedOutput,
  type Postprocessing,
  postprocess,
} from '@/lib/engine/postprocessors/run-postprocessor';
import {
  type DecodedFile,
  decodeFound,
  decodeNamed,
  type Encoding,
} from '@/lib/engine/preprocessors/file-encoding';
import { type Restoration, restoreOutput } from '@/lib/engine/preprocessors/placeholders';
import {
  prepareTexts,
  prepareWith,
  type StepMaterial,
  type StepTexts,
} from '@/lib/engine/preprocessors/prepare-texts';
import { type DividedText, type DivisionRules, divideText } from '@/lib/engine/replies/divide-text';
import { fitsTask, type Reading, readTask } from '@/lib/engine/tasks/read-task';

export { ConditionProblem, TemplateProblem } from '@/lib/engine/expressions/problems';
export type { Scope, StepScope } from '@/lib/engine/expressions/scope';

/** The account that work is done for. Accounts take turns, and aborted work stops waiting. */
export interface Caller {
  accountId: string;
  signal: AbortSignal;
}

/**
 * Works on texts of callers and models: plans, renders, decides, reads, and divides. The work grows with a text that
 * isn't ours, so the server does it in other processes. Rejects with the signal's reason once it is aborted.
 */
export interface TextWorker {
  /** Plans steps, of which templates, conditions, and schemas are parsed. */
  plan(steps: StepsToPlan, caller: Caller): Promise<PlannedSteps>;
  /** Whether a task can run with options that have changed since they were planned. */
  fits(task: string, options: unknown, caller: Caller): Promise<boolean>;
  /** Renders Liquid templates, all from the same scope. @throws TemplateProblem */
  render(sources: readonly string[], scope: Scope, caller: Caller): Promise<string[]>;
  /** Decides a CEL condition. @throws ConditionProblem */
  decide(source: string, scope: Scope, caller: Caller): Promise<boolean>;
  /** Writes several outputs, by the ids of their steps, as one text. @throws TemplateProblem */
  join(outputs: Record<string, unknown>, caller: Caller): Promise<string>;
  /** Makes a task's output. @throws ReplyProblem, TooMuchWork */
  read(reading: Reading, caller: Caller): Promise<unknown>;
  /** Runs the preprocessors of a step. @throws PreprocessorProblem */
  prepare(material: StepMaterial, caller: Caller): Promise<StepTexts>;
  /** Puts values that preprocessors have hidden back into an output. @throws PreprocessorProblem */
  restore(restoration: Restoration, caller: Caller): Promise<unknown>;
  /** Runs one postprocessor of a step. @throws PostprocessorProblem */
  postprocess(work: Postprocessing, caller: Caller): Promise<PostprocessedOutput>;
  /** Reads an uploaded file. */
  decodeUpload(bytes: Uint8Array, caller: Caller): Promise<DecodedFile>;
  /** Reads an uploaded file anew; null if it is binary, or doesn't fit the encoding. @throws PreprocessorProblem */
  decode(file: DecodedFile, encoding: Encoding, caller: Caller): Promise<string | null>;
  /** Reads a bulk file. @throws SheetProblem */
  readSheet(bytes: Uint8Array, options: SheetOptions, caller: Caller): Promise<UploadedSheet>;
  /** Checks rows of a bulk file for a run. @throws ConditionProblem, TooMuchWork */
  checkRows(work: RowsToCheck, caller: Caller): Promise<CheckedRow[]>;
  /** Finds the fields of results, each the outputs of a job's final steps. */
  findFields(results: readonly (readonly StoredOutput[])[], caller: Caller): Promise<ResultField[]>;
  /** Writes rows of a bulk run. @throws SheetProblem if they don't fit into a workbook */
  writeRows(rows: RowsToWrite, caller: Caller): Promise<Uint8Array>;
  /** Reads the file of a batch. @throws SheetProblem */
  readChatBatch(bytes: Uint8Array, caller: Caller): Promise<ChatBatch>;
  /** Divides a text that no model holds. @throws TooMuchWork */
  divide(text: string, rules: DivisionRules, caller: Caller): Promise<DividedText>;
}

/** Works in this process. For tests and simulations: work that runs away takes the process with it. */
export const inProcess: TextWorker = {
  plan: async (steps) => planSteps(steps),
  fits: async (task, options) => fitsTask(task, options),
  render: async (sources, scope) => sources.map((source) => renderTemplate(source, scope)),
  decide: async (source, scope) => decideCondition(source, scope),
  join: async (outputs) => joinOutputs(outputs),
  prepare: async (material) => prepareTexts(material, prepareWith),
  restore: async (restoration) => restoreOutput(restoration),
  postprocess,
  decodeUpload: async (bytes) => decodeFound(bytes),
  decode: async (file, encoding) => decodeNamed(file, encoding),
  read: async (reading) => readTask(reading),
  readSheet: async (bytes, options) => readUploadedSheet(bytes, options),
  checkRows: async (work) => checkRows(work),
  findFields: async (results) => resultFields(results),
  writeRows,
  readChatBatch: async (bytes) => readChatBatch(bytes),
  divide: async (text, rules) => divideText(text, rules),
};
