import type { ReactNode } from 'react';
import { RangeArea } from '@/components/usage/range-area';
import { OverviewSection } from './overview-section';

/** What stands in the overview's places. */
export interface OverviewParts {
  account: ReactNode;
  users: ReactNode;
  usage: ReactNode;
  period: ReactNode;
  periodNote: string;
  range: ReactNode;
  rangeNote: string;
  trends: ReactNode;
  topUsers: ReactNode;
  topTemplates: ReactNode;
}

interface OverviewSectionsProps {
  /** Null where there is nothing to show but the way to choose another range. */
  parts: OverviewParts | null;
  picker: ReactNode;
  /** What is shown under the range is about to be replaced. */
  stale: boolean;
}

/** Where the parts stand, in every state of the overview. */
export function OverviewSections({ parts, picker, stale }: OverviewSectionsProps) {
  return (
    <>
      {parts && (
        <>
          <div className="mb-9 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <OverviewSection title="Account Info">{parts.account}</OverviewSection>
            <div className="grid content-start gap-y-8">
              <OverviewSection title="Users">{parts.users}</OverviewSection>
              <OverviewSection title="Usage Summary">{parts.usage}</OverviewSection>
            </div>
          </div>
          <OverviewSection className="mb-11" note={parts.periodNote} title="Usage This Period">
            {parts.period}
          </OverviewSection>
        </>
      )}
      <RangeArea note={parts?.rangeNote} picker={picker} stale={stale}>
        {parts && (
          <div className="grid gap-y-10 print:block print:space-y-8">
            {parts.range}
            {parts.trends}
            <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2 print:block print:space-y-8">
              {parts.topUsers}
              {parts.topTemplates}
            </div>
          </div>
        )}
      </RangeArea>
    </>
  );
}
