import type { ReactNode } from 'react';

/** `good` works, `soon` wants attention, `bad` failed, `off` is at rest. */
export type StatusTone = 'good' | 'soon' | 'bad' | 'off';

const dots: Record<StatusTone, string> = {
  good: 'bg-signal',
  soon: 'bg-amber',
  bad: 'bg-red',
  off: 'bg-control',
};

/** A status: a colored dot and its word, which says the same without color. */
export function StatusMark({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap align-top">
      <span aria-hidden="true" className={`size-1.75 shrink-0 rounded-full ${dots[tone]}`} />
      {children}
    </span>
  );
}
