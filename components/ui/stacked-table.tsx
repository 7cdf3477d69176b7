import type { ComponentProps, ReactNode } from 'react';
import { Cell, RowHeader, Table } from './table';

interface StackedTableProps {
  /** Names the table for screen readers. */
  label: string;
  /** Other rows are loading. */
  busy?: boolean;
  children: ReactNode;
}

/**
 * A table whose rows become stacks of cells, each with its column's name, if it's under 900 px wide: two cells side by
 * side, one under 560 px.
 */
export function StackedTable({ label, busy = false, children }: StackedTableProps) {
  return (
    <div aria-busy={busy || undefined} className="@container aria-busy:opacity-60">
      <Table label={label}>{children}</Table>
    </div>
  );
}

/**
 * The columns' heads: `ColumnHeader`s. Stacked rows name their columns themselves, so these are then for screen readers,
 * and visible only while one of their buttons has the focus.
 */
export function StackedHead({ children }: { children: ReactNode }) {
  return (
    <thead className="@max-[900px]:not-focus-within:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export function StackedBody({ children }: { children: ReactNode }) {
  return (
    <tbody className="@max-[900px]:block @max-[900px]:border-rule @max-[900px]:border-t">{children}</tbody>
  );
}

/** A row; if its cells take its full width, a corner stays free right of its header. */
export function StackedRow({ className = '', ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={`@max-[900px]:grid @max-[560px]:grid-cols-[minmax(0,1fr)_auto] @min-[560px]:@max-[900px]:grid-cols-2 @max-[900px]:gap-x-4 @max-[900px]:gap-y-2 @max-[900px]:border-rule @max-[900px]:border-b @max-[900px]:py-4 has-[+[data-below]]:[&>td]:border-b-0 @max-[900px]:has-[+[data-below]]:border-b-0 @max-[900px]:has-[+[data-below]]:pb-2 ${className}`}
      {...props}
    />
  );
}

interface StackedBelowProps {
  /** The number of columns right of the previous row's header, whose `rowSpan` is 2. */
  columns: number;
  children: ReactNode;
}

/** More content of the previous row, right of its header, as wide as its other cells together. */
export function StackedBelow({ columns, children }: StackedBelowProps) {
  return (
    <tr
      className="@max-[900px]:block @max-[900px]:border-rule @max-[900px]:border-b @max-[900px]:pb-4"
      data-below
    >
      <Cell className={`pt-0! ${stacked}`} colSpan={columns}>
        {children}
      </Cell>
    </tr>
  );
}

const stacked =
  'align-top @max-[900px]:block @max-[560px]:col-span-full @max-[900px]:border-b-0 @max-[900px]:px-0 @max-[900px]:py-0';

/** The cell that names its row. */
export function StackedRowHeader({ className = '', ...props }: ComponentProps<'th'>) {
  return <RowHeader className={`${stacked} @max-[560px]:col-span-1! ${className}`} {...props} />;
}

interface StackedCellProps extends ComponentProps<'td'> {
  /** Its column's name, shown next to it in a stack; left out if the cell is clear without it. */
  column?: string;
  numeric?: boolean;
}

export function StackedCell({ column, className = '', children, ...props }: StackedCellProps) {
  const named = column
    ? '@max-[900px]:grid @max-[900px]:grid-cols-[88px_minmax(0,1fr)] @max-[900px]:gap-x-2 @max-[900px]:text-left @max-[900px]:before:text-left @max-[900px]:before:font-sans @max-[900px]:before:text-muted @max-[900px]:before:content-[attr(data-column)]'
    : '';
  return (
    <Cell className={`${stacked} ${named} ${className}`} data-column={column} {...props}>
      {/* One element, so that it's in one column next to its name. */}
      {column ? <div className="min-w-0">{children}</div> : children}
    </Cell>
  );
}

interface StackedActionsProps {
  /** In a stack: right of the row's header, for one or two short buttons, and not below the cells. */
  corner?: boolean;
  children: ReactNode;
}

/** The cell with the row's actions. */
export function StackedActions({ corner = false, children }: StackedActionsProps) {
  const place = corner
    ? '@max-[900px]:col-span-1! @max-[900px]:col-start-2! @max-[900px]:row-start-1 @max-[900px]:justify-self-end'
    : '@max-[900px]:col-span-full @max-[900px]:pt-1!';
  return (
    <Cell className={`${stacked} text-right ${place}`}>
      <div className="flex flex-wrap gap-2 @min-[900px]:justify-end @min-[1060px]:flex-nowrap">
        {children}
      </div>
    </Cell>
  );
}
