/**
 * The JSON of a value, without what PostgreSQL can't store: U+0000 and halves of surrogate pairs, which JSON.stringify
 * escapes, become U+FFFD. On SQLite too, so that one database can be copied to the other.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Long texts rarely have one, and looking is cheaper.
  if (!/\\u(?:0000|[dD][89a-fA-F])/.test(json)) return json;
  // An even number of backslashes before it is text. No function is called for each: there may be millions.
  return json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})/g, '$1\ufffd');
}

/** Whether both databases can store a value as it is. */
export const isStorable = (value: unknown): boolean => storableJson(value) === JSON.stringify(value);
