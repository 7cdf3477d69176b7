/** A deliberate fault, one of those that tests must notice. */
export interface Fault {
  /** What is wrong with it, as in "an event of the audit trail is left out". */
  what: string;
  /** The source file, from the project's root. */
  file: string;
  /** A text that occurs in it once. */
  from: string;
  to: string;
  /** The test file that notices, one of any project or a browser test. */
  noticedBy: string;
}
