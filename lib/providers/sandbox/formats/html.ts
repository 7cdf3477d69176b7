import { isHtml } from './detect-format';

/** A piece of HTML: text between tags with its entities decoded, or a tag. */
export type HtmlToken =
  | { type: 'text'; text: string }
  | { type: 'open' | 'close'; name: string; attributes: string };

const TAG = /^<(\/?)([a-z][a-z0-9-]{0,30})((?:[\s/][^<>]{0,2000})?)>/i;
const LONGEST_TAG = 2_048;
/** Elements that people don't read. */
const unread = new Set(['script', 'style', 'template', 'head', 'noscript']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The tags and texts of an HTML document, in order, without scripts, styles and comments. */
function* htmlTokens(html: string): Generator<HtmlToken> {
  const lower = html.toLowerCase();
  let textStart = 0;
  let from = 0;
  for (;;) {
    const at = html.indexOf('<', from);
    if (at < 0) break;
    const comment = html.startsWith('<!', at);
    const tag = comment ? null : TAG.exec(html.slice(at, at + LONGEST_TAG));
    if (!tag && !comment) {
      from = at + 1;
      continue;
    }
    if (at > textStart) yield { type: 'text', text: decodeEntities(html.slice(textStart, at)) };
    const [all = '', slash, name = '', attributes = ''] = tag ?? [];
    const element = name.toLowerCase();
    if (comment) from = after(html, html.startsWith('<!--', at) ? '-->' : '>', at);
    else if (!slash && unread.has(element)) from = after(lower, `</${element}>`, at);
    else {
      yield { type: slash ? 'close' : 'open', name: element, attributes };
      from = at + all.length;
    }
    textStart = from;
  }
  if (textStart < html.length) yield { type: 'text', text: decodeEntities(html.slice(textStart)) };
}

/** The index behind the next end mark, or the end of the text. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Text as HTML and XML write it between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const breaks = /^(?:p|div|section|article|h[1-6]|li|tr|br|table|ul|ol|blockquote|pre)$/;

/** The visible text of an HTML document, one block per line. A text that isn't HTML stays as it is. */
export function htmlToText(text: string): string {
  if (!isHtml(text)) return text;
  const out: string[] = [];
  for (const token of htmlTokens(text)) {
    if (token.type === 'text') out.push(token.text.replace(/\s+/g, ' '));
    else if (breaks.test(token.name)) out.push('\n');
    else if (token.name === 'td' || token.name === 'th') out.push(' ');
  }
  return out
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The Markdown before and after the content of an element. */
const inline: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*', code: '`' };
const blocks = new Set(
  'p div section article header footer main table ul ol blockquote pre figure form nav dl'.split(' '),
);

/** The content of an HTML document as Markdown: headings, lists, tables, links, emphasis and code. */
export function htmlToMarkdown(html: string): string {
  const out: string[] = [];
  const lists: { ordered: boolean; items: number }[] = [];
  let link = '';
  let cells = 0;
  let isFirstRow = false;
  let preformatted = false;

  for (const token of htmlTokens(html)) {
    if (token.type === 'text') {
      out.push(preformatted ? token.text : token.text.replace(/\s+/g, ' '));
      continue;
    }
    const { name } = token;
    const opens = token.type === 'open';
    const heading = /^h([1-6])$/.exec(name);
    if (heading) out.push(opens ? `\n\n${'#'.repeat(Number(heading[1]))} ` : '\n\n');
    else if (name === 'br') out.push('\n');
    else if (name === 'hr') out.push('\n\n---\n\n');
    else if (name === 'pre') {
      preformatted = opens;
      out.push(opens ? '\n\n```\n' : '\n```\n\n');
    } else if (name === 'a') {
      if (opens) link = /href\s{0,3}=\s{0,3}["']?([^"'\s>]{1,1000})/i.exec(token.attributes)?.[1] ?? '';
      if (link) out.push(opens ? '[' : `](${link})`);
    } else if (name === 'li') {
      const list = lists.at(-1);
      if (opens && list) list.items += 1;
      const mark = list?.ordered ? `${list.items}.` : '-';
      out.push(opens ? `\n${'  '.repeat(Math.min(Math.max(lists.length - 1, 0), 8))}${mark} ` : '');
    } else if (name === 'tr') {
      if (opens) cells = 0;
      out.push(opens ? '\n|' : isFirstRow ? `\n|${' --- |'.repeat(cells)}` : '');
      if (!opens) isFirstRow = false;
    } else if (name === 'td' || name === 'th') {
      if (opens) cells += 1;
      out.push(opens ? ' ' : ' |');
    } else if (inline[name] !== undefined) {
      if (!(preformatted && name === 'code')) out.push(inline[name] ?? '');
    } else if (blocks.has(name)) {
      if (name === 'ul' || name === 'ol') {
        if (opens) lists.push({ ordered: name === 'ol', items: 0 });
        else lists.pop();
      }
      if (name === 'table') isFirstRow = opens;
      out.push(lists.length > 0 && name !== 'ul' && name !== 'ol' ? '' : '\n\n');
    }
  }
  return tidyLines(out.join(''));
}

/** Takes spaces off the ends of lines, and all but one of several blank lines. */
function tidyLines(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    // Two spaces at the start are a nested list's; one comes from between tags.
    const tidy = line.trimEnd().replace(/^ (?! )/, '');
    if (tidy !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(tidy);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
