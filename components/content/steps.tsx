import type { ReactNode } from 'react';

/** What to do, in order. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="steps">{children}</ol>;
}

export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <p className="step-title">{title}</p>
      {children}
    </li>
  );
}
