/**
 * A JSON value as the one text that stands for it, as RFC 8785 writes it: no space, an object's keys in the order of
 * their UTF-16 code units, numbers and strings as ECMAScript writes them. Two texts are equal where the values are.
 * @param value what JSON can hold; a key without a value (`undefined`) is left out, as JSON does
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join()}}`;
}
