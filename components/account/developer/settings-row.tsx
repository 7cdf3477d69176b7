import type { ReactNode } from 'react';

/** A row under a rule: a narrow column and a wide one, stacked where the page is narrow. */
export function SettingsRow({ left, children }: { left?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-5 border-rule border-t py-9 lg:grid-cols-[280px_minmax(0,1fr)]">
      <div>{left}</div>
      <div className="min-w-0 max-w-[560px]">{children}</div>
    </div>
  );
}
