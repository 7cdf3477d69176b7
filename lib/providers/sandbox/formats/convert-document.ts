import { marked } from 'marked';
import { plainSentence } from '@/lib/providers/sandbox/text/sentences';
import { escapeMarkup, htmlToMarkdown, htmlToText } from './html';

/** Formats for reading, which hold no data. */
export type DocumentFormat = 'markdown' | 'html' | 'text';

/** A block longer than this (characters) becomes one plain paragraph: nesting in it could take long to parse. */
const LONGEST_BLOCK = 8_192;

/** Brings a document from one format for reading into another. */
export function convertDocument(text: string, from: DocumentFormat, to: DocumentFormat): string {
  if (from === to) return text;
  if (to === 'html') return from === 'markdown' ? markdownToHtml(text) : paragraphs(text);
  if (from === 'html') return to === 'markdown' ? htmlToMarkdown(text) : `${htmlToText(text)}\n`;
  return to === 'text' ? markdownToText(text) : text;
}

function markdownToHtml(markdown: string): string {
  const blocks: string[] = [];
  let readable: string[] = [];
  const flush = () => {
    if (readable.length > 0) blocks.push(marked.parse(readable.join('\n\n'), { async: false }));
    readable = [];
  };
  for (const block of markdown.split(/\n[ \t]{0,9}\n/)) {
    if (block.length <= LONGEST_BLOCK) readable.push(block);
    else {
      flush();
      blocks.push(paragraphs(block));
    }
  }
  flush();
  return blocks.join('');
}

function paragraphs(text: string): string {
  return text
    .split(/\n[ \t]{0,9}\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('');
}

function markdownToText(markdown: string): string {
  const lines = markdown
    .split('\n')
    .filter((line) => !/^(?:```|\|?[\s:|-]{3,500}$)/.test(line) || line.trim() === '');
  const plain = lines.map((line) =>
    plainSentence(line)
      .replace(/\[([^[\]]{0,500})\]\([^()\s]{0,500}\)/g, '$1')
      .replace(/[`*]/g, ''),
  );
  return `${plain.join('\n').trim()}\n`;
}
