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
