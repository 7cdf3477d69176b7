import type { ReactNode } from 'react';

type Slot = { children: ReactNode };

/** Replaces a list or chart with nothing to show, as high as its text: a title, what to do next, and at most one action. */
export function EmptyState({ children }: Slot) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-panel border border-rule border-dashed px-6 py-7">
      {children}
    </div>
  );
}

/** One short sentence: what isn't there. */
export function EmptyStateTitle({ children }: Slot) {
  return <p className="font-semibold text-text">{children}</p>;
}

/** The next steps, in a sentence or two. */
export function EmptyStateText({ children }: Slot) {
  return <div className="max-w-[62ch] text-[15px] text-muted">{children}</div>;
}

/** The control for the next step. */
export function EmptyStateAction({ children }: Slot) {
  return <div className="mt-2 w-full">{children}</div>;
}
