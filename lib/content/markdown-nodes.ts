import type { Paragraph, PhrasingContent, Table, TableRow } from 'mdast';
import type { ReferenceCell, ReferenceTable } from './reference-tables';

const text = (value: string): PhrasingContent => ({ type: 'text', value });

export const paragraph = (...children: (PhrasingContent | string)[]): Paragraph => ({
  type: 'paragraph',
  children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
});

/** A label above what it names. */
export const bold = (label: string): Paragraph => paragraph({ type: 'strong', children: [text(label)] });

export const link = (url: string, label: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [text(label)],
});

/** A table of the reference under its label. */
export function labelledTable({ label, head, rows }: ReferenceTable): [Paragraph, Table] {
  return [bold(label), { type: 'table', children: [head, ...rows].map(tableRow) }];
}

const tableRow = (cells: ReferenceCell[]): TableRow => ({
  type: 'tableRow',
  children: cells.map((cell) => ({
    type: 'tableCell',
    children: [typeof cell === 'string' ? text(cell) : { type: 'inlineCode', value: cell.code }],
  })),
});
