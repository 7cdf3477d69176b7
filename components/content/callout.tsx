import type { ReactNode } from 'react';

const names = { note: 'Note', tip: 'Tip', warning: 'Warning' };

interface CalloutProps {
  kind?: keyof typeof names;
  title?: string;
  children: ReactNode;
}

/** A remark next to the text, named by its kind unless it has a title. */
export function Callout({ kind = 'note', title = names[kind], children }: CalloutProps) {
  return (
    <aside className="callout" data-kind={kind} aria-label={title}>
      <p className="callout-title">{title}</p>
      {children}
    </aside>
  );
}
