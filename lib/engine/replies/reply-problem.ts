/** A reply that doesn't have the task's shape. Its message says what is wrong, so that the model can mend it. */
export class ReplyProblem extends Error {
  override readonly name = 'ReplyProblem';
}
