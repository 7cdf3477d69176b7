import { z } from 'zod';
import './zod-in-browsers';

/**
 * One line of text, trimmed, of whole characters: no lone surrogate.
 * @param what its name at the start of a sentence, e.g. `A name`
 */
export function line(what: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${what} has at most ${max} characters.`)
    .refine(
      (text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text),
      `${what} can't contain line breaks or control characters.`,
    );
}

/** Whether a text has visible characters, not only blanks, format characters, Hangul fillers or blank braille. */
export const isVisible = (text: string) => /[^\s\p{C}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text);

/** An optional line: one without visible characters is stored as null. */
export function optionalLine(what: string, max: number) {
  return line(what, max)
    .transform((text) => (isVisible(text) ? text : null))
    .nullable();
}
