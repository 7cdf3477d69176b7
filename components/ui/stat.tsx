import type { ReactNode } from 'react';

const inPairs =
  'max-lg:grid max-lg:grid-cols-2 max-lg:[&>li:nth-child(2)]:border-t-0 max-lg:[&>li:nth-child(even)]:border-l max-lg:[&>li:nth-child(odd)]:pr-5 max-lg:[&>li:nth-child(even)]:pl-5 max-sm:[&_b]:text-[clamp(14px,4.8vw,24px)]';

/**
 * A row of facts between two rules, one column each, all of one width if there's room; on a narrow page stacked, or in
 * `pairs` if they are short.
 */
export function StatRow({ pairs = false, children }: { pairs?: boolean; children: ReactNode }) {
  return (
    <ul
      className={`border-rule border-y lg:grid lg:auto-cols-[minmax(min-content,1fr)] lg:grid-flow-col ${pairs ? inPairs : ''}`}
    >
      {children}
    </ul>
  );
}

/** One fact's place in the row. */
export function StatCell({ children }: { children: ReactNode }) {
  return (
    <li className="border-rule py-4 text-[15px] max-lg:not-first:border-t lg:px-5 lg:last:pr-0 lg:first:pl-0 lg:not-first:border-l">
      {children}
    </li>
  );
}

/** The number of a fact, already formatted: large, in the mono face. */
export function StatNumber({ children }: { children: ReactNode }) {
  return (
    <b className="font-mono font-semibold text-[26px] text-text leading-tight tracking-[-0.03em] tabular-nums">
      {children}
    </b>
  );
}

/** A quieter line above or below a fact. */
export function StatCaption({ children }: { children: ReactNode }) {
  return <p className="text-[13.5px] text-muted">{children}</p>;
}

/** A line of a list of facts: its name, and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gap-x-6 py-2 sm:grid sm:grid-cols-[124px_minmax(0,1fr)] sm:items-center">
      <dt className="wrap-anywhere min-w-0 text-muted">{name}</dt>
      <dd className="wrap-anywhere flex min-h-[34px] min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        {children}
      </dd>
    </div>
  );
}
