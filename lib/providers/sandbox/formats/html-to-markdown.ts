import { htmlTokens } from '@/lib/providers/sandbox/formats/html-tokens';

/** What comes before and after the content of an element. */
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
