import { didYouMean } from '@/lib/rules/did-you-mean';

/** A template that doesn't parse, or can't be rendered with these values. Its message is a sentence for its author. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}

/** A condition that doesn't parse, or can't be decided with these values. Its message is a sentence for its author. */
export class ConditionProblem extends Error {
  override readonly name = 'ConditionProblem';

  /**
   * @param reason the message without the place in the source, which begins in lower case
   * @param missing the variable that it reads and that isn't there; null for another problem
   */
  constructor(
    message: string,
    readonly reason = message,
    readonly missing: string | null = null,
  ) {
    super(message);
  }
}

/** Sentences on the limits of an evaluation. */
export const overLimit = {
  time: (kind: 'template' | 'condition') => `The ${kind} took too long: it has one second. Loop over less.`,
  memory: (kind: 'template' | 'condition') =>
    `The ${kind} needs too much memory. Use shorter texts or lists.`,
  depth: (kind: 'template' | 'condition') => `The ${kind}, or a value that it reads, nests too deeply.`,
} as const;

/** The refusal of a workflow whose check passes a limit of its process, which its budget of work should prevent. */
export const planOverLimit =
  'The workflow takes too much work to check. Use fewer or simpler templates, conditions, and schemas.';

/** The place of a character for people: `Line 2, column 5`. @param offset into the source, from 0 */
export function placeOf(source: string, offset: number): string {
  const before = source.slice(0, offset);
  const line = before.split('\n').length;
  return `Line ${line}, column ${before.length - before.lastIndexOf('\n')}`;
}

/** The parts of a step that templates and conditions can read. */
export const stepParts = ['output', 'status'];

/** The fault of a part that no step has, such as `steps.summary.result`. */
export const noStepPart = (step: string, part: string): string =>
  `a step has no ${part}. Read steps.${step}.output or steps.${step}.status.`;

/**
 * The fault of an unknown name, with the names that its author may have meant.
 * @param readable the readable names, such as `variables.NAME`
 */
export function noValueNamed(name: string, readable: readonly string[]): string {
  const meant = didYouMean(
    name,
    readable.map((path) => path.split('.')[0] ?? path),
  );
  const all = `${readable.slice(0, -1).join(', ')}, or ${readable.at(-1)}`;
  return `there is no value named ${name}.${meant || ` Read ${all}.`}`;
}
