/**
 * The part of an output that a path leads to.
 * @param path names of fields, joined by dots; undefined for the whole
 * @returns null if it leads nowhere
 */
export function findPart(output: unknown, path: string | undefined): { value: unknown } | null {
  let value = output;
  for (const name of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    if (!Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return { value };
}
