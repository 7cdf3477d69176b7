'use client';
import { type ReactNode, useRef } from 'react';
import { useChosenRange } from '@/components/charts/range-picker';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatusMark } from '@/components/ui/status-mark';
import { PageTitle } from '@/components/ui/titles';
import { limitTone } from '@/components/usage/meters';
import { templateShares } from '@/components/usage/ranking-panel';
import { noteLine, type RangeUsage, UsageOverview, UsageSection } from '@/components/usage/usage-overview';
import { dayRange, rangeTotals, spanOf } from '@/components/usage/usage-range';
import { formatShortDay } from '@/lib/format/date';
import { AccountInfo, AccountTotals, AccountUsers } from './account-info';
import { NoExecutions } from './no-executions';
import { PeriodUsage } from './period-usage';
import { type AccountData, type OverviewData, useOverview } from './use-overview';

/**
 * The account at a glance: what it uses, what that costs, and how the month will end (docs/product.md, "Admin
 * overview").
 */
export function OverviewScreen() {
  const chosen = useChosenRange();
  const state = useOverview(chosen.range);
  const title = useRef<HTMLHeadingElement>(null);
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  const alert = state.status === 'ready' && alertLine(state.data.accountDashboardStats);
  return (
    <>
      <PageTitle
        note={busy ? 'Loading admin overview...' : alert || 'Usage and cost. Days are UTC.'}
        ref={title}
      >
        Dashboard Overview
      </PageTitle>
      <UsageOverview
        chosen={chosen}
        failure="Failed to load admin overview."
        noneYet={<NoExecutions />}
        state={state}
        summary={accountSections}
        title={title}
        usageOf={rangeUsage}
        viewer="admin"
      />
    </>
  );
}

/** The highest alert that the period has reached, in one line even at 320 px: it takes the note's place. */
function alertLine(stats: OverviewData['accountDashboardStats']): ReactNode {
  const highest = stats.usageAlerts.at(-1);
  if (!highest) return null;
  return (
    <span className="font-medium text-text">
      <StatusMark tone={limitTone(stats) === 'bad' ? 'bad' : 'soon'}>
        {`${highest.percent}% of the limit reached on ${formatShortDay(highest.reachedAt)}`}
      </StatusMark>
    </span>
  );
}

const accountSections = (data: OverviewData | null) => {
  const shown = data ?? placeholder;
  const cover = (content: ReactNode) => (data ? content : <SkeletonOver>{content}</SkeletonOver>);
  return (
    <>
      <div className="mb-9 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <UsageSection title="Account Info">{cover(<AccountInfo data={shown} />)}</UsageSection>
        <div className="grid content-start gap-y-8">
          <UsageSection title="Users">
            {cover(<AccountUsers total={shown.accountOverview.totalUsers} />)}
          </UsageSection>
          <UsageSection title="Usage Summary">
            {cover(<AccountTotals account={shown.accountOverview} />)}
          </UsageSection>
        </div>
      </div>
      <UsageSection
        className="mb-11"
        note={data ? `${dayRange(data.accountDashboardStats)}, today so far` : noteLine}
        title="Usage This Period"
      >
        {cover(<PeriodUsage planName={shown.accountOverview.planName} stats={shown.accountDashboardStats} />)}
      </UsageSection>
    </>
  );
};

/** Stands invisibly under the skeletons, so that they are as large as what comes. */
const placeholder: AccountData = {
  accountOverview: {
    accountId: 'acc_00000000000000000000',
    planName: 'Starter',
    monthlyPrice: 0,
    maxWorkflows: 10_000,
    totalUsers: 0,
    totalWorkflows: 0,
    totalCost: 0,
    unknownCostCount: 0,
    firstExecutionOn: '2026-01-01',
  },
  getAccount: { id: '', status: 'ACTIVE' },
  amountsOwed: [],
  accountDashboardStats: {
    from: '2026-01-01',
    to: '2026-01-01',
    currentPeriodExecutions: 0,
    maxWorkflows: 10_000,
    limitedExecutions: 0,
    refusesOverLimit: false,
    projectedExecutions: 10_000,
    projectedOverage: 0,
    estimatedOverageCost: 0,
    currentPlan: { cost: 0 },
    cheapestPlan: { plan: { id: '', plan_name: 'Starter' }, cost: 0 },
    daysRemaining: 1,
    storedBytes: 0,
    maxStoredBytes: 1,
    usageAlerts: [],
  },
};

function rangeUsage(data: OverviewData): RangeUsage {
  // The current period ends with the server's today.
  const today = data.accountDashboardStats.to;
  const days = data.usageByAccount.filter((day) => day.date <= today);
  const totals = rangeTotals(days);
  const top = data.topTemplatesByUsage.map(({ name, totalExecutions }) => ({
    name,
    executions: totalExecutions,
  }));
  return {
    period: spanOf(data.usageByAccount),
    today,
    days,
    totals,
    firstExecutionOn: data.accountOverview.firstExecutionOn,
    templates: templateShares(top, totals.totalExecutions),
    users: data.topUsersByUsage.map(({ userName, totalExecutions }) => ({
      name: userName,
      executions: totalExecutions,
    })),
  };
}
