import type { z } from 'zod';
import type { TextMessage } from '@/lib/engine/calls/provider';
import type { TextFormat } from '@/lib/engine/preprocessors/placeholders';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import type { Place } from '@/lib/engine/replies/divide-text';

/** A model's reply, with the material that it was given. */
export interface Reply<Options> {
  /** The whole reply; of a cut reply, its whole sentences. */
  text: string;
  options: Options;
  /** The text that the step worked on. */
  material: string;
}

/** How a text that no model holds is divided, and how the outputs of its pieces are joined. */
export interface Division<Options, Output> {
  /** Places to divide a text, best first. */
  at: readonly Place[];
  /** The text that every piece after the first needs before it, such as the header of a table; for divideText. */
  head?(material: string, options: Options): string;
  /** Puts the outputs of the pieces together, in the order of the text. */
  join(outputs: Output[], options: Options): Output;
  /** Whether the joined output is worked on once more, as a summary of summaries. */
  again: boolean;
}

/** How a task makes its output from the text alone. */
export interface DirectOutput<Options, Output> {
  /** Whether the options need no model. */
  applies(options: Options): boolean;
  /** @throws TooMuchWork */
  read(material: string, options: Options): Output;
  /** The output if reading takes too much work. @param problem the message */
  tooMuchWork(problem: string): Output;
}

/** How a task waits for a person instead of calling a model. */
export interface PersonalDecision<Options, Output> {
  /** How long (s) it waits. */
  timeout(options: Options): number;
  onTimeout(options: Options): 'FAIL' | 'APPROVE' | 'REFUSE';
  /** The output, once a text is approved. @param edited whether the person has changed it */
  approved(text: string, edited: boolean): Output;
}

/** A kind of work that a step can name. It declares no model, retries, or cost: the engine handles them. */
export interface Task<Options = unknown, Output = unknown> {
  name: string;
  /** One sentence, for the reference. */
  summary: string;
  /** A strict object, so that an unknown option is a fault of the plan. */
  options: z.ZodType<Options>;
  /** The shape of the output, for the reference and for outputs that were stored by another version. */
  output: z.ZodType<Output>;
  /** The fields of an output whose shape depends on the options; null if it isn't one object of known fields. */
  fieldsOf?(options: Options): readonly string[] | null;
  temperature: number;
  /** Most tokens of a reply if the step sets no limit. @param textTokens of the material */
  maxTokens(textTokens: number, options: Options): number;
  /** How many tokens a reply usually has, for a plan's estimate. */
  usualTokens(textTokens: number, options: Options): number;
  /** Whether a tone changes its wording. */
  takesTone: boolean;
  /** Prose may be cut at its last whole sentence; source and JSON are worthless if cut. */
  replyAs(options: Options): 'prose' | 'source' | 'json';
  /** The schema of a JSON reply; null for the others. */
  replySchema(options: Options): JsonSchema | null;
  /**
   * The instructions for the model. The engine adds the tone, the caller's instructions, limits, and the material. Empty
   * for a conversation.
   */
  prompt(options: Options): string;
  /** The messages of a conversation, which are sent as they are, and whose cut reply stays as it came. */
  conversation?(options: Options, material: string): TextMessage[];
  /** Makes the output from a reply, with the repairs that need no model. @throws ReplyProblem, TooMuchWork */
  read(reply: Reply<Options>): Output;
  /** The field that represents the output if text is wanted. */
  text(output: Output): string;
  /** The format of the field `text` of its output, if it has one. */
  writtenIn?(options: Options): TextFormat | null;
  /** Undefined if the task needs its text as a whole. */
  division?: Division<Options, Output>;
  withoutModel?: DirectOutput<Options, Output>;
  /** If a person decides. The task then takes nothing that is about models, and has no price. */
  decision?: PersonalDecision<Options, Output>;
}

/** Checks the types of a task's parts against each other, then forgets them: a registry holds tasks of every shape. */
export function defineTask<Options, Output>(task: Task<Options, Output>): Task {
  // Options reach a task only after its own schema has parsed them, and outputs are its own.
  return task as unknown as Task;
}
