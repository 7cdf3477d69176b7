/** A reply that doesn't have the task's shape. Its message names the fault, so that the model can correct it. */
export class ReplyProblem extends Error {
  override readonly name = 'ReplyProblem';
}

/**
 * A reading that takes more time or memory than it may have. Unlike a reply of the wrong shape, no model can mend it:
 * the check itself is too much. Its message is a sentence for the caller.
 */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** About a caller's JSON Schema. */
export const tooMuchToCheck = 'It takes too much work to check against this schema.';
