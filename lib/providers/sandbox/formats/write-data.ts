import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { marked } from 'marked';
import { stringify as stringifyYaml } from 'yaml';
import { findRows } from '@/lib/providers/sandbox/formats/find-rows';
import type { FormatName } from '@/lib/providers/sandbox/formats/format-names';
import { writeXml } from '@/lib/providers/sandbox/formats/write-xml';

/** Writes data in a format. A table holds nested values as JSON in a cell. */
export function writeData(data: unknown, format: FormatName): string {
  return writers[format](data);
}

const writers: Record<FormatName, (data: unknown) => string> = {
  json: (data) => JSON.stringify(data),
  csv: (data) => {
    const { names, rows } = findRows(data);
    return stringifyCsv([names, ...rows]);
  },
  yaml: (data) => stringifyYaml(data, { aliasDuplicateObjects: false }),
  xml: writeXml,
  markdown: writeMarkdown,
  html: (data) => marked.parse(writeMarkdown(data), { async: false }),
  text: (data) => {
    const { names, rows } = findRows(data);
    if (names.length === 1) return `${rows.map(([cell = '']) => cell).join('\n')}\n`;
    const records = rows.map((row) => row.map((cell, index) => `${names[index]}: ${cell}`).join('\n'));
    return `${records.join('\n\n')}\n`;
  },
};

/** A list for plain values, else a table. */
function writeMarkdown(data: unknown): string {
  const { names, rows } = findRows(data);
  if (names.length === 1) return `${rows.map(([cell = '']) => `- ${inCell(cell)}`).join('\n')}\n`;
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`;
  return `${[line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const inCell = (text: string) =>
  text
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
