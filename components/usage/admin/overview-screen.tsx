'use client';
import { useRef } from 'react';
import { useChosenRange } from '@/components/charts/use-chosen-range';
import { AdminTitle } from '@/components/layout/admin-title';
import { Skeleton } from '@/components/ui/skeleton';
import { templateShares } from '@/components/usage/ranking-panel';
import { noteLine, type RangeUsage, UsageOverview, UsageSection } from '@/components/usage/usage-overview';
import { dayRange, rangeTotals, spanOf } from '@/components/usage/usage-range';
import { AccountInfo, AccountTotals, AccountUsers } from './account-info';
import { NoExecutions } from './no-executions';
import { PeriodUsage } from './period-usage';
import { type OverviewData, useOverview } from './use-overview';

/** The account at a glance: what it uses, what that costs, and how the month will end (SPEC.md, section 2). */
export function OverviewScreen() {
  const chosen = useChosenRange();
  const state = useOverview(chosen.range);
  const title = useRef<HTMLHeadingElement>(null);
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  return (
    <>
      <AdminTitle
        note={busy ? 'Loading admin overview...' : 'What the account uses and pays. Days and months are UTC.'}
        ref={title}
      >
        Dashboard Overview
      </AdminTitle>
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

const accountSections = (data: OverviewData | null) => (
  <>
    <div className="mb-9 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
      <UsageSection title="Account Info">
        {data ? <AccountInfo data={data} /> : <Skeleton className="h-[258px]" />}
      </UsageSection>
      <div className="grid content-start gap-y-8">
        <UsageSection title="Users">
          {data ? (
            <AccountUsers total={data.accountOverview.totalUsers} />
          ) : (
            <Skeleton className="h-[90px]" />
          )}
        </UsageSection>
        <UsageSection title="Usage Summary">
          {data ? <AccountTotals account={data.accountOverview} /> : <Skeleton className="h-[110px]" />}
        </UsageSection>
      </div>
    </div>
    <UsageSection
      className="mb-11"
      note={data ? `${dayRange(data.accountDashboardStats)}, today so far` : noteLine}
      title="Usage This Period"
    >
      {data ? (
        <PeriodUsage planName={data.accountOverview.planName} stats={data.accountDashboardStats} />
      ) : (
        <>
          <Skeleton className="h-[110px] max-lg:h-[300px]" />
          <p className="mt-4">{noteLine}</p>
        </>
      )}
    </UsageSection>
  </>
);

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
