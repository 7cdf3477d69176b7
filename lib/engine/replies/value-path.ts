/** Writes where a value is within data: `order`, `items[2].price`; empty for the whole. */
export function valuePath(segments: readonly PropertyKey[]): string {
  return segments
    .map((segment) => (typeof segment === 'number' ? `[${segment}]` : `.${String(segment)}`))
    .join('')
    .replace(/^\./, '');
}
