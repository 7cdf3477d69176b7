'use client';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

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

interface ScrollBoxProps {
  /** Makes the box a landmark of this name; undefined if a page has several of a kind. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls content sideways that is too wide for the page, and takes the keyboard's focus only then. */
function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  const box = useRef<HTMLElement>(null);
  const scrolls = useScrollsSideways(box);
  return (
    <section
      aria-label={label}
      className={`relative overflow-x-auto ${className}`}
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </section>
  );
}

function useScrollsSideways(box: RefObject<HTMLElement | null>) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}

const timesOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('[data-time]')];

/**
 * Makes the times of a table one stop of the Tab key, however many rows it has. Arrow up and down move between times.
 * @returns the table's handler of pressed keys
 */
export function useTimeStop(table: RefObject<HTMLElement | null>) {
  // After every render, because rows come and go.
  useEffect(() => {
    const [first, ...others] = table.current ? timesOf(table.current) : [];
    if (first && ![first, ...others].some(({ tabIndex }) => tabIndex === 0)) first.tabIndex = 0;
  });

  return (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.dataset.time) return;
    const times = timesOf(event.currentTarget);
    const next = times[times.indexOf(event.target) + step];
    event.preventDefault();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
}
