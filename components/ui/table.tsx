'use client';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { ScrollBox } from './scroll-box';
import { useTimeStop } from './use-time-stop';

type TableProps = {
  /** Names the table, and the box it scrolls in, for screen readers. */
  label: string;
  children: ReactNode;
};

/** A table that scrolls sideways in its own box if the page is too narrow for it. */
export function Table({ label, children }: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  const move = useTimeStop(table);
  return (
    <ScrollBox label={label} className="rounded-control">
      <table aria-label={label} className="w-full border-collapse text-[14.5px]" onKeyDown={move} ref={table}>
        {children}
      </table>
    </ScrollBox>
  );
}

type CellProps = { numeric?: boolean };

const alignment = (numeric: boolean | undefined) => (numeric ? 'text-right' : 'text-left');

/** A column's head; `numeric` if its cells are. */
export function ColumnHeader({ numeric, className = '', ...props }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      className={`whitespace-nowrap border-rule border-b px-2 py-2.5 sm:px-3 font-semibold text-[13px] text-muted ${alignment(numeric)} ${className}`}
      scope="col"
      {...props}
    />
  );
}

/** The cell that names its row. */
export function RowHeader({ className = '', ...props }: ComponentProps<'th'>) {
  return (
    <th
      className={`border-rule border-b px-2 py-2.5 sm:px-3 text-left font-normal ${className}`}
      scope="row"
      {...props}
    />
  );
}

/** A cell; a `numeric` one is right-aligned in the mono face with tabular figures. */
export function Cell({ numeric, className = '', ...props }: ComponentProps<'td'> & CellProps) {
  const figures = numeric ? 'whitespace-nowrap font-mono tabular-nums' : '';
  return (
    <td
      className={`border-rule border-b px-2 py-2.5 sm:px-3 ${alignment(numeric)} ${figures} ${className}`}
      {...props}
    />
  );
}
