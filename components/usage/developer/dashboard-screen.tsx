'use client';
import { useRef } from 'react';
import { RangePicker } from '@/components/charts/range/range-picker';
import { useChosenRange } from '@/components/charts/range/use-chosen-range';
import { Failure } from '@/components/ui/failure';
import { RangeNotice } from '@/components/usage/range-notice';
import type { LoadedQuery } from '@/lib/graphql-client/use-loaded';
import type { DashboardData } from './dashboard-query';
import { type DashboardParts, DashboardSections } from './dashboard-sections';
import { skeletonParts } from './skeleton-parts';
import { usageParts } from './usage-parts';
import { useDashboard } from './use-dashboard';

/** The developer dashboard: a person's own usage (SPEC.md, section 2). */
export function DashboardScreen() {
  const { range, valid, choose } = useChosenRange();
  const state = useDashboard(range);
  const title = useRef<HTMLHeadingElement>(null);
  const stale = state.status === 'ready' && state.stale;
  return (
    <>
      <h1 className="font-semibold text-[26px] leading-tight tracking-[-0.02em]" ref={title} tabIndex={-1}>
        My Developer Dashboard
      </h1>
      {/* One line in every state, so that what follows stays where it is. */}
      <p className="mt-1 mb-8 text-[15px] text-muted" role="status">
        {state.status === 'loading' || stale
          ? 'Loading your dashboard...'
          : 'Your own usage. Days and months are UTC.'}
      </p>
      <RangeNotice valid={valid} />
      {state.status === 'failed' ? (
        <Failure
          className="mb-6"
          message="Failed to load dashboard."
          onRetry={() => {
            // The button is about to go: its focus stays on the page, at the title.
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      ) : null}
      <DashboardSections
        parts={partsOf(state)}
        picker={<RangePicker onChoose={choose} range={range} />}
        stale={stale}
      />
    </>
  );
}

function partsOf(state: LoadedQuery<DashboardData>): DashboardParts | null {
  if (state.status === 'failed') return null;
  return state.status === 'ready' ? usageParts(state.data) : skeletonParts;
}
