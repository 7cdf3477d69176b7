import type { ReactNode } from 'react';

/** The title of a part of the header's menu; only where the header is folded. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <p className="pt-2 pb-1.5 font-mono font-semibold text-[11px] text-on-ink-muted uppercase tracking-[0.08em] unfolded:hidden">
      {children}
    </p>
  );
}
