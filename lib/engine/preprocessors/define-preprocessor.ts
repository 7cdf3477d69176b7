import type { z } from 'zod';

/** The values that a preprocessor may read in addition to its text and options. */
export interface PreprocessorContext {
  /** The workflow's variables; empty for a preprocessor that doesn't read them. */
  variables: Record<string, unknown>;
  /** The uploaded file; its text is only there for a preprocessor that reads it. */
  file: { name: string; text: string } | null;
  /** The values hidden before: by earlier preprocessors of the step, and in its text if these are its instructions. */
  hidden: readonly HiddenValue[];
  /** The step's other texts. Placeholders that occur in them aren't given out. */
  otherTexts?: readonly string[];
}

/** A value that a placeholder replaces, so that it doesn't leave the server. */
export interface HiddenValue {
  /** `[EMAIL_1]`. */
  placeholder: string;
  value: string;
  /** Whether the value is put back into the step's output. */
  restore: boolean;
}

/** A text that is ready for the next preprocessor, with the values hidden in it. */
export interface Prepared {
  text: string;
  hidden?: readonly HiddenValue[];
}

/** The codes with which preprocessing fails a step. */
export type PreprocessorCode =
  | 'PROCESSOR_FAILED'
  | 'ENCODING_UNSUPPORTED'
  | 'VARIABLE_MISSING'
  | 'PROMPT_TOO_LONG';

/** Why a preprocessor can't do its work on a text. Its message is for the caller, and quotes nothing of the text. */
export class PreprocessorProblem extends Error {
  override readonly name = 'PreprocessorProblem';

  constructor(
    message: string,
    readonly code: PreprocessorCode = 'PROCESSOR_FAILED',
  ) {
    super(message);
  }
}

/**
 * Changes the text of a step before a model sees it. It depends on its input alone, so that a repeated run has the same
 * result.
 */
export interface Preprocessor<Options = unknown> {
  name: string;
  /** One sentence, for the reference. */
  summary: string;
  /** A strict object, so that an unknown option is a fault of the plan. */
  options: z.ZodType<Options>;
  /** Whether it reads the text of the uploaded file. */
  readsFile?: true;
  /** Whether it reads the workflow's variables. */
  readsVariables?: true;
  /** Whether it hides values, which the step's instructions then mustn't contain either. */
  coversInstructions?: true;
  /**
   * Whether it takes milliseconds at most if the texts that it reads are short, apart from the file. Default: never.
   */
  isLight?(text: string, options: Options, context: PreprocessorContext): boolean;
  /** @throws PreprocessorProblem */
  prepare(text: string, options: Options, context: PreprocessorContext): Prepared | Promise<Prepared>;
}

/** Checks the types of a preprocessor's parts against each other, then forgets them, for the registry. */
export function definePreprocessor<Options>(preprocessor: Preprocessor<Options>): Preprocessor {
  // Options reach it only after its own schema has parsed them.
  return preprocessor as unknown as Preprocessor;
}

/** Bytes (UTF-8) of a text before and after a preprocessor. */
export const longestPrepared = 10 * 1024 * 1024;

export const tooLongOut = () => new PreprocessorProblem('the text would have more than 10 MiB.');
export const tooLongIn = () => new PreprocessorProblem('the text has more than 10 MiB.');

/** Whether a text can be given to a preprocessor, or by it to the next. */
export const isPreparable = (text: string): boolean =>
  text.length <= longestPrepared && Buffer.byteLength(text) <= longestPrepared;
