import { type ReactNode, useId } from 'react';

type DashboardSectionsProps = {
  month: ReactNode;
  monthNote: string;
  picker: ReactNode;
  range: ReactNode;
  rangeNote: string;
  trends: ReactNode;
  templates: ReactNode;
  /** What is shown under the range is about to be replaced. */
  stale?: boolean;
};

/** Where the parts stand; the same for the skeleton and for the numbers. */
export function DashboardSections(parts: DashboardSectionsProps) {
  const titleId = useId();
  return (
    <>
      <section aria-labelledby={titleId}>
        <div className="mb-3 items-baseline justify-between gap-x-6 sm:flex">
          <h2 className="font-semibold text-[18px] tracking-[-0.01em]" id={titleId}>
            Usage Summary
          </h2>
          <p className="text-[13.5px] text-muted">{parts.monthNote}</p>
        </div>
        {parts.month}
      </section>
      <div className="mt-10 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-[15px] max-sm:min-h-[2lh]">{parts.rangeNote}</p>
        {parts.picker}
      </div>
      <div
        aria-busy={parts.stale || undefined}
        className="transition-opacity duration-150 aria-busy:opacity-55 motion-reduce:transition-none"
      >
        {parts.range}
        <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] print:block print:space-y-8">
          {parts.trends}
          {parts.templates}
        </div>
      </div>
    </>
  );
}
