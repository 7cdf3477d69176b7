import { type ReactNode, useId } from 'react';
import { SectionTitle } from '@/components/ui/section-title';
import { RangeArea } from '@/components/usage/range-area';

/** What stands in the dashboard's places. */
export interface DashboardParts {
  month: ReactNode;
  monthNote: string;
  range: ReactNode;
  rangeNote: string;
  trends: ReactNode;
  templates: ReactNode;
}

interface DashboardSectionsProps {
  /** Null where there is nothing to show but the way to choose another range. */
  parts: DashboardParts | null;
  picker: ReactNode;
  /** What is shown under the range is about to be replaced. */
  stale: boolean;
}

/** Where the parts stand, in every state of the dashboard; the picker is never replaced, so that it keeps what was typed. */
export function DashboardSections({ parts, picker, stale }: DashboardSectionsProps) {
  const titleId = useId();
  return (
    <>
      {parts && (
        <section aria-labelledby={titleId} className="mb-10">
          <div className="mb-3 items-baseline justify-between gap-x-6 sm:flex">
            <SectionTitle id={titleId}>Usage Summary</SectionTitle>
            <p className="text-[13.5px] text-muted max-sm:min-h-[2lh]">{parts.monthNote}</p>
          </div>
          {parts.month}
        </section>
      )}
      <RangeArea note={parts?.rangeNote} picker={picker} stale={stale}>
        {parts && (
          <>
            {parts.range}
            <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] print:block print:space-y-8">
              {parts.trends}
              {parts.templates}
            </div>
          </>
        )}
      </RangeArea>
    </>
  );
}
