/** The kinds of data that can be looked for, as the option `types` names them. */
export const sensitiveTypes = ['email', 'phone', 'card', 'iban', 'ssn', 'token'] as const;

export type SensitiveType = (typeof sensitiveTypes)[number];

/** What a placeholder can stand for: those, and what a caller's own words and patterns find. */
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
