/** Enough of a text to see how it is written. */
const READ = 4_000;

const HTML =
  /<!doctype html|<\/?(?:html|head|body|p|div|span|table|tr|td|th|ul|ol|li|h[1-6]|a|b|i|em|strong|br|section|article|pre|code)(?:\s[^<>]{0,500})?\/?>/i;
const MARKDOWN = /^(?:#{1,6} \S|[-*+] \S|\d{1,3}\. \S|> |```|\|.{0,500}\|)|\*\*\S|\]\(/m;
const YAML_LINE = /^ {0,40}(?:- )?[\w."'-]{1,60}:(?:\s|$)/;

/** How a text is written, by its beginning; `text` if nothing else fits. */
export function detectFormat(text: string): FormatName {
  const start = text.slice(0, READ).trim();
  if (/^[{[]/.test(start) && parsesAsJson(text)) return 'json';
  if (isHtml(start)) return 'html';
  if (/^<[?!a-z_]/i.test(start)) return 'xml';
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  if (start.startsWith('---\n') || (lines.length > 0 && lines.every(isYaml))) return 'yaml';
  if (MARKDOWN.test(start)) return 'markdown';
  return findDelimiter(text) === null ? 'text' : 'csv';
}

/** Whether a text contains elements of HTML. */
export function isHtml(text: string): boolean {
  return HTML.test(text.slice(0, READ));
}

function isYaml(line: string): boolean {
  return YAML_LINE.test(line) || /^ {0,40}(?:- \S|#)/.test(line);
}

function parsesAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const delimiters = [';', '\t', '|', ','];

/**
 * The delimiter of a table's cells: the character that each of its first lines has equally often; null if it isn't a
 * table.
 */
export function findDelimiter(text: string): string | null {
  const lines = text.slice(0, READ).split(/\r?\n/);
  // The last line may have been cut.
  if (text.length > READ) lines.pop();
  const rows = lines.filter((line) => line.trim() !== '').map(withoutQuoted);
  if (rows.length < 2) return null;
  return (
    delimiters.find((delimiter) => {
      const [first = 0, ...rest] = rows.map((row) => row.split(delimiter).length);
      return first > 1 && rest.every((cells) => cells === first);
    }) ?? null
  );
}

const withoutQuoted = (line: string) => line.replace(/"[^"]*"?/g, '');

/** The formats between which the sandbox converts. */
export const formatNames = ['json', 'csv', 'yaml', 'xml', 'markdown', 'html', 'text'] as const;

export type FormatName = (typeof formatNames)[number];
