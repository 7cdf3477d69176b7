import { type ReactNode, useId } from 'react';

type DashboardSectionsProps = { summary: ReactNode; trends: ReactNode; templates: ReactNode };

/** Where the three parts stand; the same for the skeleton and for the numbers. */
export function DashboardSections({ summary, trends, templates }: DashboardSectionsProps) {
  const titleId = useId();
  return (
    <>
      <section aria-labelledby={titleId}>
        <h2 className="mb-3 font-semibold text-[18px] tracking-[-0.01em]" id={titleId}>
          Usage Summary
        </h2>
        {summary}
      </section>
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        {trends}
        {templates}
      </div>
    </>
  );
}
