/** Whether a JSON value has fields: not a list, not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a JSON object; none if it isn't an object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {};
}

/** Whether a JSON value has more levels of lists and objects. Code that writes JSON recurses once per level. */
export const nestsDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1)));

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

/**
 * Whether a JSON text has more values than allowed. It counts commas and brackets, without parsing. Half a million
 * empty lists in a megabyte take a tenth of a second to parse, and as long again to walk.
 * @param text valid JSON, or any other text
 */
export function hasMoreValues(text: string, most: number): boolean {
  // Each value takes a character.
  if (text.length <= most) return false;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COMMA || unit === LIST || unit === OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return values > most;
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/** The index of the quote that ends a string; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
