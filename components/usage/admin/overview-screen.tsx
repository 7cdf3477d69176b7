'use client';
import { useRef } from 'react';
import { RangePicker } from '@/components/charts/range/range-picker';
import { useChosenRange } from '@/components/charts/range/use-chosen-range';
import { AdminTitle } from '@/components/layout/admin-title';
import { Failure } from '@/components/ui/failure';
import { RangeNotice } from '@/components/usage/range-notice';
import type { LoadedQuery } from '@/lib/graphql-client/use-loaded';
import { overviewParts } from './overview-parts';
import type { OverviewData } from './overview-query';
import { type OverviewParts, OverviewSections } from './overview-sections';
import { overviewSkeleton } from './overview-skeleton';
import { useOverview } from './use-overview';

/** The account at a glance: what it uses, what that costs, and where the month leads (SPEC.md, section 2). */
export function OverviewScreen() {
  const { range, valid, choose } = useChosenRange();
  const state = useOverview(range);
  const title = useRef<HTMLHeadingElement>(null);
  const stale = state.status === 'ready' && state.stale;
  return (
    <>
      <AdminTitle
        note={
          state.status === 'loading' || stale
            ? 'Loading admin overview...'
            : 'What the account uses and pays. Days and months are UTC.'
        }
        ref={title}
      >
        Dashboard Overview
      </AdminTitle>
      <RangeNotice valid={valid} />
      {state.status === 'failed' ? (
        <Failure
          className="mb-6"
          message="Failed to load admin overview."
          onRetry={() => {
            // The button is about to go: its focus stays on the page, at the title.
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      ) : null}
      <OverviewSections
        parts={partsOf(state)}
        picker={<RangePicker onChoose={choose} range={range} />}
        stale={stale}
      />
    </>
  );
}

function partsOf(state: LoadedQuery<OverviewData>): OverviewParts | null {
  if (state.status === 'failed') return null;
  return state.status === 'ready' ? overviewParts(state.data) : overviewSkeleton;
}
