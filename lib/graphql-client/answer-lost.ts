/** Nothing is known of what became of a call: the server did not answer, or something in between did. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}
