/** The kinds of data that can be looked for, as the option `types` names them. */
export const sensitiveTypes = ['email', 'phone', 'card', 'iban', 'token'] as const;

export type SensitiveType = (typeof sensitiveTypes)[number];

/** A part of a text: from `start` up to, but not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface Finding extends Span {
  type: SensitiveType;
}
