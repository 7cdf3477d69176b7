import { type DecodedFile, decodeNamed, type Encoding } from '@/lib/engine/preprocessors/file-encoding';
import {
  prepareTexts,
  prepareWith,
  type StepMaterial,
  type StepTexts,
} from '@/lib/engine/preprocessors/prepare-texts';
import { type DividedText, type DivisionRules, divideText } from '@/lib/engine/replies/divide-text';
import { type Reading, readTask } from '@/lib/engine/tasks/read-task';
import { decideCondition } from './condition';
import type { Scope } from './scope';
import { renderTemplate } from './template';

export { ConditionProblem, TemplateProblem } from './problems';
export type { Scope, StepScope } from './scope';

/** For whom something is evaluated or read: accounts take turns, and what is aborted waits no longer. */
export interface Caller {
  accountId: string;
  signal: AbortSignal;
}

/**
 * Evaluates what callers write, and reads what they and models write: everything whose work grows with a text that
 * isn't ours. Rejects with the signal's reason once it is aborted.
 */
export interface Expressions {
  /** Renders a Liquid template. @throws TemplateProblem */
  render(source: string, scope: Scope, caller: Caller): Promise<string>;
  /** Decides a CEL condition. @throws ConditionProblem */
  decide(source: string, scope: Scope, caller: Caller): Promise<boolean>;
  /** Makes a task's output. @throws ReplyProblem, TooMuchWork */
  read(reading: Reading, caller: Caller): Promise<unknown>;
  /** Runs the preprocessors of a step. @throws PreprocessorProblem */
  prepare(material: StepMaterial, caller: Caller): Promise<StepTexts>;
  /** Reads an uploaded file anew; null if it is binary, or doesn't fit the encoding. @throws PreprocessorProblem */
  decode(file: DecodedFile, encoding: Encoding, caller: Caller): Promise<string | null>;
  /** Divides a text that no model holds. @throws TooMuchWork */
  divide(text: string, rules: DivisionRules, caller: Caller): Promise<DividedText>;
}

/** Does it here and now. For tests and simulations: what runs away takes the process with it. */
export const inProcess: Expressions = {
  render: async (source, scope) => renderTemplate(source, scope),
  decide: async (source, scope) => decideCondition(source, scope),
  prepare: async (material) => prepareTexts(material, prepareWith),
  decode: async (file, encoding) => decodeNamed(file, encoding),
  read: async (reading) => readTask(reading),
  divide: async (text, rules) => divideText(text, rules),
};
