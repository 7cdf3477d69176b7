import { chosen } from './chosen';
import type { Sort } from './sort-button';

/** An order in one word, as an address keeps it: `email`, downwards `-email`. */
export const sortWord = ({ field, descending }: Sort): string => `${descending ? '-' : ''}${field}`;

/** The order that such a word names, or null if it names none of the fields. */
export function readSort<Field extends string>(
  fields: Readonly<Record<Field, unknown>>,
  word: string | null,
): Sort<Field> | null {
  const descending = word?.startsWith('-') ?? false;
  const field = chosen(fields, word && descending ? word.slice(1) : word);
  return field && { field, descending };
}
