import type { ReactNode } from 'react';

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
