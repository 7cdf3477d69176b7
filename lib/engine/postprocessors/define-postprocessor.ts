import type { z } from 'zod';
import { workflowLimits } from '@/lib/config/limits';

/** A file that a postprocessor writes. */
export interface WrittenFile {
  /** As the caller or the postprocessor names it; made safe afterwards. */
  name: string;
  /** Media type, with its charset if it is text. */
  type: string;
  bytes: Uint8Array;
}

/** The output of a step on its way through the postprocessors. */
export interface Processed {
  /** JSON. */
  output: unknown;
  /** The output's text, which documents are written from. */
  text: string;
}

/** The facts of a step that a log of it may hold. All values are from its models' calls. */
export interface StepRecord {
  step: string;
  task: string;
  model: string | null;
  attempts: number;
  fallbacks: readonly string[];
  latencyMs: number;
  tokensIn: number;
  tokensOut: number;
  /** US dollars; null if a price isn't known. */
  cost: number | null;
  /** The text that was sent, with the placeholders of hidden values. */
  text: string;
  /** The output as the model gave it, with these placeholders. */
  output: unknown;
}

/** The values that a postprocessor may read in addition to the output and its options. */
export interface PostprocessorContext {
  /** The id of the step. */
  stepId: string;
  task: string;
  /** The step's text after its preprocessors, hidden values put back; empty if the postprocessor doesn't read it. */
  originalText: string;
  /** The text of the uploaded file; null without one, or for a postprocessor that doesn't read it. */
  fileText: string | null;
  /** Null if the postprocessor doesn't read it. */
  record: StepRecord | null;
}

/** The result of a postprocessor: what it leaves to the next one, and its file. */
export interface PostprocessorResult extends Partial<Processed> {
  file?: WrittenFile;
}

/** The codes with which postprocessing fails a step. */
export type PostprocessorCode =
  | 'PROCESSOR_FAILED'
  | 'OUTPUT_NOT_TABULAR'
  | 'STRUCTURE_INVALID'
  | 'LINT_FAILED';

/** Why a postprocessor can't do its work on an output. Its message is for the caller. */
export class PostprocessorProblem extends Error {
  override readonly name = 'PostprocessorProblem';

  constructor(
    message: string,
    readonly code: PostprocessorCode = 'PROCESSOR_FAILED',
  ) {
    super(message);
  }
}

/**
 * Checks a step's output, adds to it, or writes it as a file. It depends on its input alone: the same input gives the
 * same bytes, so dates and ids in files are fixed.
 */
export interface Postprocessor<Options = unknown> {
  name: string;
  /** One sentence, for the reference. */
  summary: string;
  /** A strict object, so that an unknown option is a fault of the plan. */
  options: z.ZodType<Options>;
  readsOriginalText?: true;
  readsFile?: true;
  readsRecord?: true;
  /** @throws PostprocessorProblem */
  process(
    processed: Processed,
    options: Options,
    context: PostprocessorContext,
  ): PostprocessorResult | Promise<PostprocessorResult>;
}

/** Checks the types of a postprocessor's parts against each other, then forgets them, for the registry. */
export function definePostprocessor<Options>(postprocessor: Postprocessor<Options>): Postprocessor {
  // Options reach it only after its own schema has parsed them.
  return postprocessor as unknown as Postprocessor;
}

/** The output with a field more. @throws PostprocessorProblem if it's a list or a plain value, which has no place for one */
export function withField(output: unknown, name: string, value: unknown): Record<string, unknown> {
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    throw new PostprocessorProblem(`the output isn't an object, so it has no place for the field ${name}.`);
  return { ...output, [name]: value };
}

/** Bytes of a file. */
export const longestFile = workflowLimits.fileBytes;

export const fileTooLarge = () => new PostprocessorProblem('the file would have more than 10 MiB.');
