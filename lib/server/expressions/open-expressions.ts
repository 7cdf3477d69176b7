import { setImmediate } from 'node:timers/promises';
import { decideCondition, parseCondition } from '@/lib/engine/expressions/condition';
import {
  type Caller,
  ConditionProblem,
  type Expressions,
  TemplateProblem,
} from '@/lib/engine/expressions/expressions';
import { overLimit } from '@/lib/engine/expressions/problems';
import { isSmall, narrowScope } from '@/lib/engine/expressions/scope';
import { parseTemplate, renderTemplate } from '@/lib/engine/expressions/template';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import { decodeNamed } from '@/lib/engine/preprocessors/file-encoding';
import {
  type Preparation,
  prepareTexts,
  prepareWith,
  type StepTexts,
} from '@/lib/engine/preprocessors/prepare-texts';
import type { DividedText } from '@/lib/engine/replies/divide-text';
import { TooMuchWork, tooMuchToCheck } from '@/lib/engine/replies/too-much-work';
import { ReplyProblem } from '@/lib/engine/tasks/define-task';
import { type Reading, readTask } from '@/lib/engine/tasks/read-task';
import { answerWork } from '@/lib/providers/sandbox/answer-work';
import type { WriteAnswer } from '@/lib/providers/sandbox/sandbox-provider';
import {
  type Evaluation,
  evaluationLimits,
  type PreparedTexts,
  type TextWork,
  textLimits,
  type WorkLimits,
} from './evaluation';
import { openEvaluators } from './evaluators';
import { isLightPreparation, isLightReading, isLightWork } from './is-light';
import { openTextEvaluators } from './text-evaluators';

/** Characters of a file that is read anew here. */
const smallFile = 50_000;
/** Characters and fields that a condition may read in this process: even 2,000 operations on them take milliseconds. */
const smallScope = 4_000;

export interface OpenExpressions extends Expressions {
  /** Writes the sandbox's answers. Rejects with TooMuchWork. */
  answer: WriteAnswer;
  close(): Promise<void>;
}

/**
 * Evaluates templates and conditions and reads texts without a risk to this process: what can't take long is done here,
 * in microseconds, and everything else in processes with limits on time and memory, for which accounts take turns.
 * Templates, which have a second, never wait for texts, which have ten.
 * @param options.texts limits of work on a whole text
 */
export function openExpressions({ texts = textLimits }: { texts?: WorkLimits } = {}): OpenExpressions {
  const evaluators = openEvaluators<Evaluation>({
    program: 'evaluate-program',
    limits: evaluationLimits,
  });
  const readers = openTextEvaluators(texts);

  async function evaluate(
    evaluation: Evaluation,
    caller: Caller,
    Problem: new (message: string) => Error,
  ): Promise<unknown> {
    const answer = await evaluators.run(evaluation, caller);
    if ('passed' in answer) throw new Problem(overLimit[answer.passed](evaluation.kind));
    if ('problem' in answer) throw new Problem(answer.problem);
    return answer.value;
  }

  async function work(text: TextWork, caller: Caller, tooMuch: string): Promise<unknown> {
    const answer = await readers.run(text, caller);
    if ('passed' in answer) throw new TooMuchWork(tooMuch);
    if ('problem' in answer) throw new ReplyProblem(answer.problem);
    return answer.value;
  }

  /** Each preprocessor has the whole time, and an account lets others go first after each. */
  async function prepareApart(preparation: Preparation, caller: Caller): Promise<StepTexts> {
    const answer = await readers.run({ kind: 'preparation', preparation }, caller);
    const { name } = preparation.entry;
    if ('passed' in answer) throw new PreprocessorProblem(`${name}: ${overTextLimit(texts)[answer.passed]}`);
    if ('problem' in answer) throw new Error(answer.problem);
    const prepared = answer.value as PreparedTexts;
    if (prepared.problem) throw new PreprocessorProblem(prepared.problem.message, prepared.problem.code);
    return prepared.texts;
  }

  return {
    prepare: (material, caller) =>
      prepareTexts(material, (preparation) =>
        isLightPreparation(preparation) ? prepareHere(preparation) : prepareApart(preparation, caller),
      ),
    async decode(file, encoding, caller) {
      if (file.text.length <= smallFile) return decodeNamed(file, encoding);
      const answer = await readers.run({ kind: 'decoding', file, encoding }, caller);
      if ('value' in answer) return answer.value as string | null;
      throw new PreprocessorProblem('standardizeEncoding: the file takes too much work to read.');
    },
    async render(source, scope, caller) {
      const parsed = parseTemplate(source);
      if ('problem' in parsed) throw new TemplateProblem(parsed.problem);
      if (parsed.isLiteral) return source;
      const read = narrowScope(scope, parsed);
      if (parsed.isPlain) return renderTemplate(source, read);
      return String(await evaluate({ kind: 'template', source, scope: read }, caller, TemplateProblem));
    },
    async decide(source, scope, caller) {
      const parsed = parseCondition(source);
      if ('problem' in parsed) throw new ConditionProblem(parsed.problem);
      const read = narrowScope(scope, parsed);
      if (parsed.isPlain && isSmall(read, smallScope)) return decideCondition(source, read);
      return (await evaluate({ kind: 'condition', source, scope: read }, caller, ConditionProblem)) === true;
    },
    async read(reading, caller) {
      if (isLightReading(reading)) return readTask(reading);
      return JSON.parse(String(await work({ kind: 'reading', reading }, caller, tooMuchToRead(reading))));
    },
    async divide(text, rules, caller) {
      const tooMuch = 'The text takes too much work to divide.';
      return (await work({ kind: 'division', text, rules }, caller, tooMuch)) as DividedText;
    },
    async answer(task, { options, instructions, tone, text, thorough }, schema, caller) {
      const asked = { options, instructions, tone, text, thorough };
      if (isLightWork(asked)) return answerWork(task, asked, schema);
      const tooMuch = 'The text takes too much work for the sandbox.';
      return String(await work({ kind: 'sandbox', task, work: asked, schema }, caller, tooMuch));
    },
    close: async () => {
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
