/** The fields of a JSON object; none where it is no object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

/** Whether a JSON value has fields: no list, no null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
