import { setImmediate } from 'node:timers/promises';
import type { CheckedRow } from '@/lib/engine/bulk/check-rows';
import { type ResultField, resultFields } from '@/lib/engine/bulk/output-columns';
import type { ChatBatch } from '@/lib/engine/bulk/read-chat-batch';
import type { UploadedSheet } from '@/lib/engine/bulk/read-sheet';
import { SheetProblem, unreadable } from '@/lib/engine/bulk/sheet';
import { tooLargeForWorkbook, writeRows } from '@/lib/engine/bulk/write-rows';
import { decideCondition } from '@/lib/engine/expressions/condition';
import { overLimit, planOverLimit } from '@/lib/engine/expressions/problems';
import { isSmall } from '@/lib/engine/expressions/scope';
import { isLiteralTemplate, joinOutputs, renderTemplate } from '@/lib/engine/expressions/template';
import { type PlannedSteps, planSteps } from '@/lib/engine/planning/plan-steps';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import { type DecodedFile, decodeFound, decodeNamed } from '@/lib/engine/preprocessors/file-encoding';
import { restoreOutput } from '@/lib/engine/preprocessors/placeholders';
import {
  type Preparation,
  prepareTexts,
  prepareWith,
  type StepTexts,
} from '@/lib/engine/preprocessors/prepare-texts';
import type { DividedText } from '@/lib/engine/replies/divide-text';
import { ReplyProblem, TooMuchWork, tooMuchToCheck } from '@/lib/engine/replies/problems';
import { fitsTask, type Reading, readTask } from '@/lib/engine/tasks/read-task';
import {
  type Caller,
  ConditionProblem,
  type Scope,
  TemplateProblem,
  type TextWorker,
} from '@/lib/engine/text-worker';
import type { WriteReply } from '@/lib/providers/sandbox/sandbox-provider';
import { writeReply } from '@/lib/providers/sandbox/write-reply';
import {
  type Evaluation,
  evaluationLimits,
  type Planning,
  type Postprocessed,
  type PreparedTexts,
  planningLimits,
  type RowsWriting,
  type SheetReading,
  type TextWork,
  textLimits,
  type WorkLimits,
} from './evaluation';
import { openEvaluators } from './evaluators';
import {
  isLightCondition,
  isLightOptions,
  isLightPlan,
  isLightPreparation,
  isLightReading,
  isLightRendering,
  isLightWork,
  shortPreparation,
} from './is-light';
import { openTextEvaluators } from './text-evaluators';
import { WorkBounds } from './work-bounds';

/** Characters or bytes of a file that is read here. */
const smallFile = 50_000;
/**
 * Characters and values that templates and conditions may read: more than an input, a file, and all outputs of a job
 * have.
 */
const mostRead = 24 * 1024 * 1024;

export interface OpenTextWorker extends TextWorker {
  /** Writes the sandbox's replies. Rejects with TooMuchWork. */
  reply: WriteReply;
  close(): Promise<void>;
}

/**
 * Plans steps, evaluates templates and conditions, and reads texts without a risk to this process. No caller's
 * pattern or schema is compiled here, and only templates that just name values and conditions that just compare some are
 * parsed. Other short work is done here, in microseconds. Everything else is done in processes with limits on time and memory,
 * for which accounts take turns. Templates have one second and texts ten, so templates never wait for texts.
 * @param options.evaluations limits of a template or a condition
 * @param options.texts limits of work on a whole text
 */
export function openTextWorker({
  evaluations = evaluationLimits,
  texts = textLimits,
}: {
  evaluations?: WorkLimits;
  texts?: WorkLimits;
} = {}): OpenTextWorker {
  const evaluators = openEvaluators<Evaluation>({ program: 'evaluate-program', limits: evaluations });
  const readers = openTextEvaluators(texts);
  // Planning takes milliseconds, and doesn't wait for a template's second.
  const planners = openEvaluators<Planning>({ program: 'plan-program', limits: planningLimits });
  const workBounds = new WorkBounds();

  async function evaluate(
    evaluation: Extract<Evaluation, { scope: Scope }>,
    caller: Caller,
  ): Promise<unknown> {
    const isTemplate = evaluation.kind === 'templates';
    const Problem = isTemplate ? TemplateProblem : ConditionProblem;
    const what = isTemplate ? 'template' : 'condition';
    if (!isSmall(evaluation.scope, mostRead)) throw new Problem(overLimit.memory(what));
    const result = await evaluators.run(evaluation, caller);
    if ('passed' in result) throw new Problem(overLimit[result.passed](what));
    if ('problem' in result) throw new Problem(result.problem);
    return result.value;
  }

  async function work(text: TextWork, caller: Caller, tooMuch: string): Promise<unknown> {
    const result = await readers.run(text, caller);
    if ('passed' in result) throw new TooMuchWork(tooMuch);
    if ('problem' in result) throw new ReplyProblem(result.problem);
    return result.value;
  }

  /** Each preprocessor has the whole time, and an account lets others go first after each. */
  async function prepareApart(preparation: Preparation, caller: Caller): Promise<StepTexts> {
    const result = await readers.run({ kind: 'preparation', preparation }, caller);
    const { name } = preparation.entry;
    if ('passed' in result) throw new PreprocessorProblem(`${name}: ${overTextLimit(texts)[result.passed]}`);
    if ('problem' in result) throw new Error(result.problem);
    const prepared = result.value as PreparedTexts;
    if (prepared.problem) throw new PreprocessorProblem(prepared.problem.message, prepared.problem.code);
    return prepared.texts;
  }

  /** A bulk file, or a batch's. @throws SheetProblem */
  async function readFile(
    file: Extract<TextWork, { kind: 'sheet' | 'chat batch' }>,
    caller: Caller,
  ): Promise<unknown> {
    const result = await workBounds.run(file.bytes, caller, () => readers.run(file, caller));
    if ('passed' in result)
      throw unreadable(`The file takes too much work: ${overTextLimit(texts)[result.passed]}`);
    if ('problem' in result) throw new Error(result.problem);
    const { sheet, problem } = result.value as SheetReading<unknown>;
    if (problem) throw new SheetProblem(problem.code, problem.message);
    return sheet;
  }

  return {
    async plan(steps, caller) {
      if (isLightPlan(steps)) return planSteps(steps);
      const result = await workBounds.run(steps, caller, () =>
        planners.run({ kind: 'steps', steps }, caller),
      );
      if ('value' in result) return JSON.parse(String(result.value)) as PlannedSteps;
      if ('problem' in result) throw new Error(result.problem);
      return { faults: [{ path: 'steps', code: 'WORKFLOW_TOO_COMPLEX', message: planOverLimit }] };
    },
    async fits(task, options, caller) {
      if (isLightOptions(options)) return fitsTask(task, options);
      const result = await planners.run({ kind: 'options', task, options }, caller);
      return 'value' in result && result.value === true;
    },
    prepare: (material, caller) =>
      prepareTexts(material, (preparation) =>
        isLightPreparation(preparation) ? prepareHere(preparation) : prepareApart(preparation, caller),
      ),
    async restore(restoration, caller) {
      if (!restoration.hidden.some(({ restore }) => restore)) return restoration.output;
      if (isSmall(restoration, shortPreparation)) return restoreOutput(restoration);
      const result = await readers.run({ kind: 'restoration', restoration }, caller);
      if ('value' in result) return JSON.parse(String(result.value));
      const tooMuch = 'It takes too much work to put the values of the output back.';
      throw new PreprocessorProblem('problem' in result ? result.problem : tooMuch);
    },
    async postprocess(postprocessing, caller) {
      const result = await readers.run({ kind: 'postprocessing', postprocessing }, caller);
      const { name } = postprocessing.entry;
      if ('passed' in result)
        throw new PostprocessorProblem(`${name}: ${overTextLimit(texts)[result.passed]}`);
      if ('problem' in result) throw new Error(result.problem);
      const postprocessed = result.value as Postprocessed;
      if (postprocessed.problem)
        throw new PostprocessorProblem(postprocessed.problem.message, postprocessed.problem.code);
      const { output, text } = postprocessing;
      return { output, text, file: null, ...postprocessed.processed };
    },
    async decodeUpload(bytes, caller) {
      if (bytes.length <= smallFile) return decodeFound(bytes);
      const result = await workBounds.run(bytes, caller, () =>
        readers.run({ kind: 'upload', bytes }, caller),
      );
      if ('value' in result) return result.value as DecodedFile;
      throw new Error("An uploaded file couldn't be read in its time and memory.");
    },
    readSheet: async (bytes, options, caller) =>
      (await readFile({ kind: 'sheet', bytes, options }, caller)) as UploadedSheet,
    readChatBatch: async (bytes, caller) =>
      (await readFile({ kind: 'chat batch', bytes }, caller)) as ChatBatch,
    async findFields(results, caller) {
      if (isSmall(results, shortPreparation)) return resultFields(results);
      const result = await readers.run({ kind: 'fields', results }, caller);
      if ('value' in result) return result.value as ResultField[];
      throw new Error("The results of a bulk run couldn't be read in their time and memory.");
    },
    async writeRows(rows, caller) {
      if (rows.format !== 'XLSX' && isSmall(rows, shortPreparation)) return writeRows(rows);
      const result = await readers.run({ kind: 'rows', rows }, caller);
      const written = 'value' in result ? (result.value as RowsWriting) : null;
      if (written && written.problem === undefined) return written.bytes;
      if (rows.format !== 'XLSX')
        throw new Error("The rows of a bulk run couldn't be written in their time and memory.");
      throw tooLargeForWorkbook(written?.problem ?? 'it takes too much time or memory.');
    },
    async decode(file, encoding, caller) {
      if (file.text.length <= smallFile) return decodeNamed(file, encoding);
      const result = await readers.run({ kind: 'decoding', file, encoding }, caller);
      if ('value' in result) return result.value as string | null;
      throw new PreprocessorProblem('standardizeEncoding: the file takes too much work to read.');
    },
    async render(sources, scope, caller) {
      const templates = sources.filter((source) => !isLiteralTemplate(source));
      if (templates.length === 0) return [...sources];
      if (isLightRendering(sources, scope)) return sources.map((source) => renderTemplate(source, scope));
      const evaluation = { kind: 'templates', sources: templates, scope } as const;
      const texts = (await evaluate(evaluation, caller)) as string[];
      return sources.map((source) => (isLiteralTemplate(source) ? source : (texts.shift() ?? '')));
    },
    async decide(source, scope, caller) {
      if (isLightCondition(source, scope)) return decideCondition(source, scope);
      return (await evaluate({ kind: 'condition', source, scope }, caller)) === true;
    },
    async join(outputs, caller) {
      if (isSmall(outputs, shortPreparation)) return joinOutputs(outputs);
      const result = await readers.run({ kind: 'joining', outputs }, caller);
      if ('value' in result) return String(result.value);
      throw new TemplateProblem('problem' in result ? result.problem : overLimit.memory('template'));
    },
    async read(reading, caller) {
      if (isLightReading(reading)) return readTask(reading);
      return JSON.parse(String(await work({ kind: 'reading', reading }, caller, tooMuchToRead(reading))));
    },
    async checkRows(work, caller) {
      const result = await evaluators.run({ kind: 'rows', work }, caller);
      if ('value' in result) return result.value as CheckedRow[];
      if ('problem' in result) throw new ConditionProblem(result.problem);
      throw new TooMuchWork('The condition and the templates take too much work for so many rows.');
    },
    async divide(text, rules, caller) {
      const tooMuch = 'The text takes too much work to divide.';
      return (await work({ kind: 'division', text, rules }, caller, tooMuch)) as DividedText;
    },
    async reply(task, { options, instructions, tone, text, thorough }, schema, caller) {
      const sandboxWork = { options, instructions, tone, text, thorough };
      if (isLightWork(sandboxWork)) return writeReply(task, sandboxWork, schema);
      const tooMuch = 'The text takes too much work for the sandbox.';
      return String(await work({ kind: 'sandbox', task, work: sandboxWork, schema }, caller, tooMuch));
    },
    close: async () => {
      planners.close();
      evaluators.close();
      readers.close();
    },
  };
}

/** A step may list ten of them: other work comes in between. */
async function prepareHere(preparation: Preparation): Promise<StepTexts> {
  await setImmediate();
  return prepareWith(preparation);
}

/** Sentences on the limits of a preprocessor. */
const overTextLimit = ({ milliseconds, mebibytes }: WorkLimits) => ({
  time: `the text takes more than ${milliseconds / 1_000} seconds.`,
  memory: `the text takes more than ${mebibytes} MiB of memory.`,
  depth: 'the text, or a value that it reads, nests too deeply.',
});

const tooMuchToRead = ({ options }: Reading): string =>
  typeof options === 'object' && options !== null && 'schema' in options && options.schema !== undefined
    ? tooMuchToCheck
    : 'The reply takes too much work to read.';
