'use client';
import { useRef } from 'react';
import { useChosenRange } from '@/components/charts/range-picker';
import { noteLine, type RangeUsage, UsageOverview, UsageSection } from '@/components/usage/usage-overview';
import { dayRange } from '@/components/usage/usage-range';
import { FirstSteps } from './first-steps';
import { MonthSummary, MonthSummarySkeleton } from './month-summary';
import { type DashboardData, useDashboard } from './use-dashboard';

/** The developer dashboard: a person's own usage (docs/product.md, "Dashboard"). */
export function DashboardScreen() {
  const chosen = useChosenRange();
  const state = useDashboard(chosen.range);
  const title = useRef<HTMLHeadingElement>(null);
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  return (
    <>
      <h1 className="font-semibold text-[26px] leading-tight tracking-[-0.02em]" ref={title} tabIndex={-1}>
        My Developer Dashboard
      </h1>
      {/* One line in every state, so that nothing below it moves. */}
      <p className="mt-1 mb-8 text-[15px] text-muted" role="status">
        {busy ? 'Loading your dashboard...' : 'Your own usage. Days and months are UTC.'}
      </p>
      <UsageOverview
        chosen={chosen}
        failure="Failed to load dashboard."
        noneYet={<FirstSteps />}
        state={state}
        summary={monthSection}
        title={title}
        usageOf={rangeUsage}
        viewer="developer"
      />
    </>
  );
}

const monthSection = (data: DashboardData | null) => (
  <UsageSection
    className="mb-10"
    note={data ? `${dayRange(data.month)}, today so far` : noteLine}
    title="Usage Summary"
  >
    {data ? <MonthSummary limit={data.accountLimit} month={data.month} /> : <MonthSummarySkeleton />}
  </UsageSection>
);

function rangeUsage({ month, range, usageByUser, topTemplatesByUser }: DashboardData): RangeUsage {
  // The month ends with the server's today.
  const today = month.to;
  return {
    period: range,
    today,
    days: usageByUser.filter((day) => day.date <= today),
    totals: range,
    previous: range.previous,
    firstExecutionOn: month.firstExecutionOn,
    templates: topTemplatesByUser.map(({ name, totalExecutions }) => ({ name, executions: totalExecutions })),
  };
}
