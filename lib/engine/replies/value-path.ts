/** Characters of a name that are written: a caller's data may have a name of a million. */
const LONGEST_NAME = 200;

/** Writes where a value is within data: `order`, `items[2].price`; empty for the whole. */
export function valuePath(segments: readonly PropertyKey[]): string {
  return segments
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${shortened(String(segment))}`))
    .join('')
    .replace(/^\./, '');
}

const shortened = (name: string): string =>
  name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`.toWellFormed();
