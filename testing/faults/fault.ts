/** A deliberate fault, one of those that tests must notice. */
export interface Fault {
  /** What is wrong with it, as in "an event of the audit trail is left out". */
  what: string;
  /** The source file, from the project's root. */
  file: string;
  /** A text that occurs in it once. */
  from: string;
  to: string;
  /** The test file that notices, of any of Vitest's projects that need no served site. */
  noticedBy: string;
  /** The test in it, by its title: of a screen, whose every failing test waits ten seconds for what never comes. */
  test?: string;
}

/** How often the text that a fault changes occurs in its file: once, unless the fault is outdated. */
export const occurrences = ({ from }: Fault, source: string): number => source.split(from).length - 1;
