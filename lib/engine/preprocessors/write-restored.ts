/** A format in which a value can't stand as it is: its marks would end what it is in. */
export type TextFormat = 'json' | 'csv' | 'yaml' | 'xml' | 'html';

export type WriteValue = (value: string) => string;

/** Puts values back into a part of a text, each as it is written there. */
type Restore = (part: string, write: WriteValue) => string;

/** Puts values back into a text of a format, so that it still parses. All linear. */
export function writeRestored(text: string, format: TextFormat, restore: Restore): string {
  return writers[format](text, restore);
}

const writers: Record<TextFormat, (text: string, restore: Restore) => string> = {
  json: (text, restore) => restore(text, inString),
  csv: (text, restore) => text.replace(csvCell, (cell) => csvRestored(cell, restore)),
  yaml: (text, restore) => text.replace(yamlPart, (part) => yamlRestored(part, restore)),
  xml: (text, restore) => restore(text, inMarkup),
  html: (text, restore) => restore(text, inMarkup),
};

/** A quoted cell, or another that may have a placeholder, of a table that parses. */
const csvCell = /"[^"]*(?:""[^"]*)*"|(?<![^,\r\n])[^",\r\n[]*\[[^",\r\n]*/g;

function csvRestored(cell: string, restore: Restore): string {
  if (!cell.includes('[')) return cell;
  if (cell.startsWith('"')) return restore(cell, doubled);
  const restored = restore(cell, unchanged);
  return restored !== cell && /[",\r\n]/.test(restored) ? `"${restored.replaceAll('"', '""')}"` : restored;
}

/** A string in quotes that begins where a value can, or what is beside such on a line. */
const yamlPart = /(?<=^|[\s[{,])"(?:[^"\\\n]|\\.)*"|(?<=^|[\s[{,])'[^'\n]*'|[^\n"']+/gm;
function yamlRestored(part: string, restore: Restore): string {
  if (part.length > 1 && part.startsWith('"')) return restore(part, inString);
  if (part.length > 1 && part.startsWith("'")) return restore(part, (value) => value.replaceAll("'", "''"));
  return restore(part, unchanged);
}

const unchanged: WriteValue = (value) => value;

const doubled: WriteValue = (value) => value.replaceAll('"', '""');

/** Within the quotes of a string. */
const inString: WriteValue = (value) => JSON.stringify(value).slice(1, -1);

/** Entities that it has already stay. */
const inMarkup: WriteValue = (value) =>
  value.replace(/&(?!(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});)|[<>"']/gi, (mark) => entities[mark] ?? mark);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
