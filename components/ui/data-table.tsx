'use client';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { columnRules, type DataColumn, useStyleSheet } from './column-layout';
import { Link } from './link';
import { type Sort, SortButton } from './sort';
import { useTimeStop } from './table';
import { useFocusLost } from './use-focus-lost';

interface DataTableProps<Row, Field extends string> {
  /** Names the table for screen readers. */
  label: string;
  /** The first one names the row. */
  columns: readonly DataColumn<Row, Field>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number | null;
  /** Other rows are loading. */
  busy?: boolean;
  sort?: Sort<Field>;
  onSort?: (sort: Sort<Field>) => void;
  /** More of a row, below its cells. */
  below?: (row: Row) => ReactNode;
  /** Whether what is below a row is only printed. */
  isBelowFolded?: (row: Row) => boolean;
  /** A row is disappearing with the focus; the same function on every render. */
  onFocusLost?: () => void;
}

/**
 * A table of records that never scrolls sideways: a column that doesn't fit moves to a second line of its row, next to
 * its name. The head stays in view. If the first cell has a `RowLink`, the whole row leads there.
 */
export function DataTable<Row, Field extends string = string>({
  label,
  columns,
  rows,
  keyOf,
  busy = false,
  sort,
  onSort,
  below,
  isBelowFolded,
  onFocusLost = noFocusToMove,
}: DataTableProps<Row, Field>) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const move = useTimeStop(table);
  useStyleSheet(columnRules(id, columns));
  return (
    <div aria-busy={busy || undefined} className="@container relative aria-busy:opacity-60">
      <table
        {...roles.table}
        aria-label={label}
        className="block text-[14.5px]"
        data-columns={id}
        onClick={openRow}
        onKeyDown={move}
        ref={table}
      >
        <thead
          {...roles.group}
          className="sticky top-(--below-header,0px) z-10 block bg-(--surface,var(--color-paper)) print:static"
        >
          <tr {...roles.row} className={`${line} items-end`}>
            {columns.map(({ head, bare, kind, sort: field }) => (
              <th
                {...roles.columnHead}
                aria-sort={field && field === sort?.field ? orderOf(sort) : undefined}
                className={`whitespace-nowrap py-2.5 pr-4 last:pr-0 font-semibold text-[13px] text-muted ${looks[kind ?? 'text'].head}`}
                key={head}
                scope="col"
              >
                {field && sort && onSort ? (
                  <SortButton field={field} label={head} onSort={onSort} sort={sort} />
                ) : (
                  <span className={bare ? 'sr-only' : ''}>{head}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group} className="block">
          {rows.map((row) => (
            <DataRow
              below={below?.(row)}
              columns={columns}
              isFolded={isBelowFolded?.(row) ?? false}
              key={keyOf(row)}
              onFocusLost={onFocusLost}
              row={row}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DataRowProps<Row, Field extends string> {
  row: Row;
  columns: readonly DataColumn<Row, Field>[];
  below: ReactNode;
  isFolded: boolean;
  onFocusLost: () => void;
}

function DataRow<Row, Field extends string>({
  row,
  columns,
  below,
  isFolded,
  onFocusLost,
}: DataRowProps<Row, Field>) {
  const element = useFocusLost<HTMLTableRowElement>(onFocusLost);
  const [identity, ...others] = columns;
  return (
    <>
      <tr
        {...roles.row}
        className={`${line} relative items-start has-[+[data-below=open]]:border-b-0 has-data-row-link:cursor-pointer has-data-row-link:hover:bg-paper-2`}
        ref={element}
      >
        {identity && (
          <th {...roles.rowHead} className={`${cell} text-left font-normal`} scope="row">
            {identity.cell(row)}
          </th>
        )}
        {others.map((column) => {
          const look = looks[column.kind ?? 'text'];
          return (
            <td
              {...roles.cell}
              className={`${cell} ${look.cell}`}
              data-column={column.bare || column.kind === 'actions' ? undefined : column.head}
              key={column.head}
            >
              {/* Above the row's link, so that its text can be selected. */}
              <div className={`relative w-fit min-w-0 max-w-full ${look.content}`}>{column.cell(row)}</div>
            </td>
          );
        })}
      </tr>
      {below && (
        <tr
          {...roles.row}
          className={`border-rule border-b px-2 pb-3 ${isFolded ? 'hidden print:block' : 'block'}`}
          data-below={isFolded ? 'folded' : 'open'}
        >
          <td {...roles.cell} className="block" colSpan={columns.length}>
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

interface RowLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** The link in a row's first cell to its record's page; a press anywhere in the row follows it. */
export function RowLink({ href, className = '', children }: RowLinkProps) {
  return (
    <Link
      className={`block w-fit max-w-full underline decoration-rule underline-offset-4 after:absolute after:inset-0 hover:decoration-current ${className}`}
      data-row-link=""
      href={href}
    >
      {children}
    </Link>
  );
}

/** Texts of a row are above its link: a press on one counts, with its modifier keys, unless it selected some of it. */
function openRow({ target, defaultPrevented, nativeEvent }: MouseEvent<HTMLTableElement>) {
  if (defaultPrevented || !(target instanceof Element)) return;
  if (target.closest('a, button, summary, input, label, select') || !getSelection()?.isCollapsed) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = nativeEvent;
  const press = new window.MouseEvent('click', {
    ...{ bubbles: true, cancelable: true },
    ...{ ctrlKey, metaKey, shiftKey, altKey },
  });
  target.closest('tr')?.querySelector('[data-row-link]')?.dispatchEvent(press);
}

const noFocusToMove = () => {};

const orderOf = ({ descending }: Sort) => (descending ? 'descending' : 'ascending');

/** Stated, because `display` takes them from tables in some browsers. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Cells side by side; cells that leave the line come after the break. */
const line = 'flex flex-wrap border-rule border-b px-2 after:order-1 after:basis-full after:content-[""]';
const cell = 'min-w-0 py-3 pr-4 last:pr-0 [&_:is(a,button,summary)]:scroll-mt-14';

const looks = {
  text: { head: 'text-left', cell: 'text-left', content: '' },
  number: {
    head: 'text-right',
    cell: 'whitespace-nowrap text-right font-mono tabular-nums',
    content: 'ml-auto',
  },
  // As much higher as a button is higher than a line of text.
  actions: { head: 'text-right', cell: 'pt-1.5! pb-1.5!', content: 'ml-auto flex gap-2' },
};
