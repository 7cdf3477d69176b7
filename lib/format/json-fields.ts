/** The fields of a JSON object; none if it isn't an object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

/** Whether a JSON value has fields: not a list, not null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
