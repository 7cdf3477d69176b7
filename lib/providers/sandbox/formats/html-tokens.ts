/** A piece of HTML: text between tags with its entities decoded, or a tag. */
export type HtmlToken =
  | { type: 'text'; text: string }
  | { type: 'open' | 'close'; name: string; attributes: string };

const TAG = /^<(\/?)([a-z][a-z0-9-]{0,30})((?:[\s/][^<>]{0,2000})?)>/i;
const LONGEST_TAG = 2_048;
/** What a page contains beside what people read. */
const unread = new Set(['script', 'style', 'template', 'head', 'noscript']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The tags and texts of an HTML document, in order, without scripts, styles and comments. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
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
