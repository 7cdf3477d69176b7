import { type PlaceholderValues, replacePlaceholders, replacePlaceholdersInData } from './placeholders';

/** How Next puts a piece of the page's data, in React's own format, into the document. */
const piece = /<script>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g;

const attribute = 'data-static-text=""';

/** Makes the row of a text out of the markup: its number, its length in bytes and the text. */
const rowFromMarkup = (row: string) =>
  `<script>(t=>self.__next_f.push([1,"${row}:T"+new TextEncoder().encode(t).length.toString(16)+","+t]))(document.querySelector("[${attribute.slice(0, -3)}]").innerHTML)</script>`;

/**
 * Removes the duplicate from a document of Next's: the text of its element with `data-static-text` is also in React's
 * data, as one row. The browser makes that row from the markup above. Pieces of the data
 * become one script, and only then are placeholders replaced in them: one may begin in one piece and end in the next.
 * In a document that is made otherwise, placeholders alone are replaced.
 */
export function removeDuplicateText(html: string, values: PlaceholderValues): string {
  const pieces = [...html.matchAll(piece)];
  const last = pieces.at(-1);
  if (!last) return replacePlaceholders(html, values);
  const built: string = pieces.map(([, text]) => JSON.parse(text ?? '""')).join('');
  const data = String(replacePlaceholdersInData(Buffer.from(built), values));
  const scripts = withoutRow(replacePlaceholders(html.slice(0, pieces[0]?.index), values), data);
  const before = replacePlaceholders(html.slice(0, last.index).replaceAll(piece, ''), values);
  return `${before}${scripts}${replacePlaceholders(html.slice(last.index + last[0].length), values)}`;
}

/** The scripts that give React this data, without the row whose text is in the document's markup. */
function withoutRow(markup: string, data: string): string {
  const opening = markup.indexOf(attribute);
  const start = markup.indexOf('>', opening) + 1;
  const found = opening < 0 ? -1 : data.indexOf(markup.slice(start, start + 500));
  const [header, row = '', length = ''] =
    /([\da-f]+):T([\da-f]+),$/.exec(data.slice(0, Math.max(found, 0))) ?? [];
  if (!header) return push(data);
  const text = Buffer.from(data.slice(found)).subarray(0, Number.parseInt(length, 16)).toString();
  if (!markup.startsWith(text, start)) return push(data);
  const rest = data.slice(found + text.length);
  return `${push(data.slice(0, found - header.length))}${rowFromMarkup(row)}${push(rest)}`;
}

/** The data in a script, which no `</script>` or `<!--` in it can end. */
const push = (data: string) =>
  `<script>self.__next_f.push([1,${JSON.stringify(data).replaceAll('<', '\\u003c')}])</script>`;
