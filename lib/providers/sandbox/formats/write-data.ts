import { stringify as stringifyCsv } from 'csv-stringify/sync';
import { marked } from 'marked';
import { stringify as stringifyYaml } from 'yaml';
import type { FormatName } from './detect-format';
import { findRows, isObject } from './find-rows';
import { escapeMarkup } from './html';

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

/** A list for plain values; otherwise, a table. */
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

/**
 * Data as XML: fields are elements, fields that begin with `@` are attributes, `#text` is the element's own text, and a
 * list repeats its element. Data without a single root gets one.
 */
function writeXml(data: unknown): string {
  const [root, ...others] = isObject(data) ? Object.entries(data) : [];
  const [name, value]: [string, unknown] =
    root && others.length === 0 && !Array.isArray(root[1])
      ? root
      : Array.isArray(data)
        ? ['items', { item: data }]
        : ['data', data];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value, '')}`;
}

function element(name: string, value: unknown, indent: string): string {
  const tag = elementName(name);
  if (Array.isArray(value)) {
    return value.map((one) => element(name, Array.isArray(one) ? { item: one } : one, indent)).join('');
  }
  if (!isObject(value)) {
    const text = value === null || value === undefined ? '' : printable(String(value));
    return text === '' ? `${indent}<${tag}/>\n` : `${indent}<${tag}>${text}</${tag}>\n`;
  }
  const fields = Object.entries(value);
  const attributes = fields
    .filter(([field]) => field.startsWith('@'))
    .map(([field, one]) => ` ${elementName(field.slice(1))}="${printable(String(one))}"`)
    .join('');
  const text = Object.hasOwn(value, '#text') ? printable(String(value['#text'])) : '';
  const children = fields
    .filter(([field]) => !field.startsWith('@') && field !== '#text')
    .map(([field, one]) => element(field, one, `${indent}  `))
    .join('');
  const content = children === '' ? text : `${text}\n${children}${indent}`;
  return content === ''
    ? `${indent}<${tag}${attributes}/>\n`
    : `${indent}<${tag}${attributes}>${content}</${tag}>\n`;
}

function elementName(name: string): string {
  const allowed = name.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(allowed) ? allowed : `_${allowed}`;
}

/** Escaped, without the control characters that no XML document can hold. */
function printable(text: string): string {
  return escapeMarkup(text.replace(/(?![\t\n\r])\p{Cc}/gu, ''));
}
