import { XMLParser } from 'fast-xml-parser';
import { parsePlainYaml } from '@/lib/engine/replies/converted-text';
import type { FormatName } from '@/lib/providers/sandbox/formats/format-names';
import { htmlToMarkdown } from '@/lib/providers/sandbox/formats/html-to-markdown';
import { parseCsv, parseMarkdownTable } from '@/lib/providers/sandbox/formats/parse-table';
import { plainSentence } from '@/lib/providers/sandbox/text/shorten-text';

const DEEPEST = 100;

/** The data that a text in a format holds. One that doesn't parse is read as plain text, so there always is some. */
export function parseData(text: string, format: FormatName): unknown {
  try {
    const data = parsers[format](text);
    return isWithinDepth(data, DEEPEST) ? data : parseLines(text);
  } catch {
    return parseLines(text);
  }
}

const parsers: Record<FormatName, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  csv: parseCsv,
  yaml: (text) => parseBlocks(text) ?? parsePlainYaml(text),
  xml: (text) =>
    new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      ignoreDeclaration: true,
      parseTagValue: false,
    }).parse(text),
  markdown: parseMarkdown,
  html: (text) => parseMarkdown(htmlToMarkdown(text)),
  text: parseLines,
};

function parseMarkdown(text: string): unknown {
  const rows = parseMarkdownTable(text);
  return rows.length > 0 ? rows : parseLines(text);
}

const FIELD = /^([^:]{1,60}):\s{1,20}(.+)$/s;

/** Blocks of `name: value`, each with the same first name, are a list of objects; null for any other text. */
function parseBlocks(text: string): unknown {
  const blocks = text.trim().split(/\n(?:[ \t]*\n|-{3,}[ \t]*\n)+/);
  const [first = ''] = FIELD.exec(blocks[0]?.split('\n')[0] ?? '')?.slice(1) ?? [];
  const isBlock = (block: string) =>
    block.startsWith(`${first}:`) && block.split('\n').every((line) => /^\S/.test(line) && FIELD.test(line));
  return first !== '' && blocks.length > 1 && blocks.every(isBlock) ? blocks.map(parseLines) : null;
}

/** Lines of `name: value` are an object, with the values of a repeated name as a list; other lines are a list. */
function parseLines(text: string): unknown {
  const lines = text
    .split('\n')
    .map(plainSentence)
    .filter((line) => line !== '');
  const fields = lines.map((line) => FIELD.exec(line));
  if (lines.length === 0 || fields.includes(null)) return lines;
  const values = new Map<string, string[]>();
  for (const field of fields) {
    const [, name = '', value = ''] = field ?? [];
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : all[0]]));
}

function isWithinDepth(data: unknown, depth: number): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return depth > 0 && Object.values(data).every((value) => isWithinDepth(value, depth - 1));
}
