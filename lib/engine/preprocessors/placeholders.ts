import type { HiddenValue } from './define-preprocessor';
import { type SensitiveType, sensitiveTypes } from './sensitive-data/finding';

/** More digits than any count has, so that a number in a text can't grow beyond what a number holds. */
const placeholder = new RegExp(
  `\\[(${sensitiveTypes.map((type) => type.toUpperCase()).join('|')})_(\\d{1,9})\\]`,
  'g',
);

/**
 * Gives out `[EMAIL_1]`, `[EMAIL_2]`, …, and goes on after the highest number that a text has already, or that was given
 * out before.
 */
export function createPlaceholders(
  text: string,
  before: readonly HiddenValue[],
): (type: SensitiveType) => string {
  const highest = new Map<string, number>();
  for (const given of [text, ...before.map((one) => one.placeholder)])
    for (const { 1: type, 2: number } of given.matchAll(placeholder))
      highest.set(type as string, Math.max(highest.get(type as string) ?? 0, Number(number)));
  return (type) => {
    const name = type.toUpperCase();
    const number = (highest.get(name) ?? 0) + 1;
    highest.set(name, number);
    return `[${name}_${number}]`;
  };
}

/**
 * Puts values back for their placeholders in every text of a value: in lists, objects and the names of fields. Leaves
 * values alone that aren't to be restored, and doesn't search what it has put in. Returns a copy.
 */
export function restoreValues(value: unknown, hidden: readonly HiddenValue[]): unknown {
  const values = new Map(
    hidden.filter(({ restore }) => restore).map(({ placeholder: name, value: original }) => [name, original]),
  );
  return values.size === 0 ? value : restoreWith(value, values);
}

function restoreWith(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.replace(placeholder, (name) => values.get(name) ?? name);
  if (Array.isArray(value)) return value.map((item) => restoreWith(item, values));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      restoreWith(name, values) as string,
      restoreWith(field, values),
    ]),
  );
}
