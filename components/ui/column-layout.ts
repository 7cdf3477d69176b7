'use client';
import { type ReactNode, useInsertionEffect } from 'react';

/** A column of records. */
export interface DataColumn<Row, Field extends string = string> {
  head: string;
  /** Only screen readers need the head. */
  bare?: boolean;
  /** The field that pressing the head sorts by. */
  sort?: Field;
  /** In CSS pixels, with the gap to the next column. */
  minWidth: number;
  /** If the columns don't fit, the one with the lowest priority leaves the line first. The first column always stays. */
  priority: number;
  /** `number`: right-aligned tabular figures. `actions`: buttons at the end of the line. */
  kind?: 'text' | 'number' | 'actions';
  cell: (row: Row) => ReactNode;
}

const rowPadding = 16;

/**
 * The widths of a table's columns, and below which width of the table each leaves the line. No class can say so, because
 * every table has its own.
 */
export function columnRules<Row, Field extends string>(
  id: string,
  columns: readonly DataColumn<Row, Field>[],
): string {
  const cells = (position: number) => `[data-columns="${id}"] tr:not([data-below]) > :nth-child(${position})`;
  const placed = columns.map((column, index) => ({ ...column, at: cells(index + 1), isFirst: index === 0 }));
  const widths = placed.map(
    ({ at, isFirst, kind, minWidth }) =>
      `${at} { flex: ${isFirst ? 3 : kind === 'actions' ? 0 : 1} 0 ${minWidth}px }`,
  );
  // The end of a figure and the beginning of a word would touch otherwise.
  const gaps = placed
    .filter(({ kind = 'text' }, index) => kind === 'text' && columns[index - 1]?.kind === 'number')
    .map(({ at }) => `${at} { padding-left: 20px }`);
  let needed = rowPadding + columns.reduce((sum, { minWidth }) => sum + minWidth, 0);
  const leaving = placed
    .filter(({ isFirst }) => !isFirst)
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ at, minWidth }) => {
      const rule = `@container (max-width: ${needed - 0.02}px) { ${secondLine(at)} }`;
      needed -= minWidth;
      return rule;
    });
  return [...widths, ...gaps, ...leaving].join('\n');
}

/** A cell next to its column's name; the head itself is out of sight, unless it has a button with the focus. */
const secondLine = (at: string) => `
  ${at}:is(td) {
    order: 2;
    flex: 0 1 auto;
    display: flex;
    gap: 6px;
    max-width: 100%;
    margin-top: -4px;
    padding: 0 16px 8px 0 !important;
    font-size: 13px;
    line-height: 1.4;
    text-align: left;
    --subline: inline;
  }
  ${at}:is(td):not([data-column]) {
    flex-basis: 100%;
  }
  ${at}[data-column]::before {
    content: attr(data-column);
    color: var(--color-muted);
    font-family: var(--font-sans);
    white-space: nowrap;
  }
  ${at}:is(th):not(:focus-within) {
    position: absolute;
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** Applies rules while the component is mounted. The site's policy allows no `style` elements. */
export function useStyleSheet(css: string): void {
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [css]);
}
