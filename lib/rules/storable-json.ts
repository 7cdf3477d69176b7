/**
 * The JSON of a value, without what PostgreSQL can't store: U+0000 and halves of surrogate pairs, which JSON.stringify
 * escapes, become U+FFFD. On SQLite too, so that one database can be copied to the other.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Long texts rarely have one, and replacing looks at each escape.
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(json)) return json;
  return json.replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (escaped) =>
    escaped.length > 2 ? '\ufffd' : escaped,
  );
}

/** Whether both databases can store a value as it is. */
export const isStorable = (value: unknown): boolean => storableJson(value) === JSON.stringify(value);
