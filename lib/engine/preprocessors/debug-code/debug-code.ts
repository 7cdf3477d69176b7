export const kindsOfDebugCode = ['logging', 'breakpoints', 'todo_comments'] as const;
export type DebugKind = (typeof kindsOfDebugCode)[number];

/** A range of a text, and what is put in its place. */
export interface Removal {
  from: number;
  to: number;
  instead: string;
}

/**
 * Finds debugging statements and comments in code. Its parser is only loaded when it is needed.
 * @returns ascending ranges that don't overlap; null if the code doesn't parse
 */
export type FindDebugCode = (code: string, kinds: ReadonlySet<DebugKind>) => Promise<Removal[] | null>;

/** Whether a comment is to be taken out. @param words without what begins a comment */
export const isTodo = (words: string): boolean => /^[\s*]*(?:TODO|FIXME)\b/.test(words.slice(0, 200));
