import { marked } from 'marked';
import { z } from 'zod';
import { detectFormat, type FormatName, formatNames } from '@/lib/providers/sandbox/formats/detect-format';
import { fitToSchema } from '@/lib/providers/sandbox/formats/fit-to-schema';
import { escapeMarkup, htmlToMarkdown, htmlToText } from '@/lib/providers/sandbox/formats/html';
import { parseData } from '@/lib/providers/sandbox/formats/parse-data';
import { writeData } from '@/lib/providers/sandbox/formats/write-data';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { plainSentence } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({
  to: z.enum(formatNames),
  from: z.enum(formatNames).nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
});

/** Converts between formats: documents as documents, everything else by the data that the text holds. */
export const transform: Algorithm = ({ options, text }) => {
  const { to, from, schema } = Options.parse(options);
  const source = from ?? detectFormat(text);
  if (isDocument(source) && isDocument(to)) return convertDocument(text, source, to);
  const data = parseData(text, source);
  return writeData(schema ? fitToSchema(data, schema) : data, to);
};

function isDocument(format: FormatName): format is DocumentFormat {
  return format === 'markdown' || format === 'html' || format === 'text';
}

/** Formats for reading, which hold no data. */
type DocumentFormat = 'markdown' | 'html' | 'text';

/** A block longer than this (characters) becomes one plain paragraph: nesting in it could take long to parse. */
const LONGEST_BLOCK = 8_192;

/** Brings a document from one format for reading into another. */
function convertDocument(text: string, from: DocumentFormat, to: DocumentFormat): string {
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
