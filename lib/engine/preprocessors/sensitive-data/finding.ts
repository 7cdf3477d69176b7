/** The kinds of data that can be looked for, as the option `types` names them. */
export const sensitiveTypes = ['email', 'phone', 'card', 'iban', 'ssn', 'token'] as const;

export type SensitiveType = (typeof sensitiveTypes)[number];

/** The types of placeholders: these, and `custom` for a caller's own words and patterns. */
export const hiddenTypes = [...sensitiveTypes, 'custom'] as const;

export type HiddenType = (typeof hiddenTypes)[number];

/** A part of a text: from `start` up to, but not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface Finding extends Span {
  type: HiddenType;
}

/** Letters of scripts that put no spaces between words, as the inside of a character class. */
export const UNSPACED = '\\u3005-\\u30ff\\u3400-\\u9fff\\uff66-\\uff9f';

/** Spaces within a line, as the inside of a character class. */
export const SPACES = ' \\u00a0\\u2007\\u2009\\u202f\\u3000';

/** Latin letters, digits and the underscore, as the inside of a character class. */
export const WORD = '\\w\\u00c0-\\u024f';

/**
 * The position before a word, which no letter or digit precedes. Escape sequences may precede it, such as `\n` in a JSON
 * string or `%3D` in a URL.
 */
export const WORD_START = `(?:(?<![${WORD}])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`;

/** The words of a name in code or settings, in lower case: `dbPassword` and `DB_PASSWORD` are "db password". */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\D)(\d{1,2})$/, '$1 $2')
    .toLowerCase()
    .split(/[\s_.:-]+/)
    .filter(Boolean);
}
