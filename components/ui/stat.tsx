import type { ReactNode } from 'react';

/** A row of facts between two rules, a column each; stacked where the page is narrow. */
export function StatRow({ children }: { children: ReactNode }) {
  return <ul className="border-rule border-y lg:grid lg:auto-cols-auto lg:grid-flow-col">{children}</ul>;
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
