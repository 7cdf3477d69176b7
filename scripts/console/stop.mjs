// @ts-check
/**
 * An expected failure. Its message is for people: one sentence on what is wrong, one on what to do next;
 * a command prints it without a stack trace and exits with 1.
 */
export class Stop extends Error {
  /**
   * @param {string} message the problem and the next step
   * @param {string} [output] the last output of the failing tool, shown above the message
   */
  constructor(message, output = '') {
    super(message);
    this.name = 'Stop';
    this.output = output;
  }
}
