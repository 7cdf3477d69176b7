/** A reply that doesn't have the task's shape. Its message names the fault, so that the model can correct it. */
export class ReplyProblem extends Error {
  override readonly name = 'ReplyProblem';
}
