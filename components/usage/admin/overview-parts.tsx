import { EmptyRange } from '@/components/usage/empty-range';
import { ExecutionTrends } from '@/components/usage/execution-trends';
import { RangeSummary } from '@/components/usage/range-summary';
import { dayRange, rangeSentence } from '@/components/usage/range-text';
import { AccountInfo } from './account-info';
import { AccountTotals } from './account-totals';
import { AccountUsers } from './account-users';
import { NoExecutions } from './no-executions';
import type { OverviewData } from './overview-query';
import type { OverviewParts } from './overview-sections';
import { PeriodUsage } from './period-usage';
import { rangeTotals, spanOf } from './range-totals';
import { TopTemplates } from './top-templates';
import { TopUsers } from './top-users';

/** The numbers, each part beside the days that it is about. */
export function overviewParts(data: OverviewData): OverviewParts {
  const { accountOverview: account, accountDashboardStats: stats, usageByAccount } = data;
  // The present period ends with the server's today.
  const today = stats.to;
  const period = spanOf(usageByAccount);
  const days = usageByAccount.filter((day) => day.date <= today);
  const totals = rangeTotals(days);
  return {
    account: <AccountInfo data={data} />,
    users: <AccountUsers total={account.totalUsers} />,
    usage: <AccountTotals account={account} />,
    period: <PeriodUsage planName={account.planName} stats={stats} />,
    periodNote: `${dayRange(stats)}, today so far`,
    range: <RangeSummary range={totals} />,
    rangeNote: rangeSentence(period, today),
    trends: (
      <ExecutionTrends
        days={days}
        empty={
          account.firstExecutionOn ? (
            <EmptyRange
              firstExecutionOn={account.firstExecutionOn}
              period={period}
              today={today}
              whose="The account's executions"
            />
          ) : (
            <NoExecutions />
          )
        }
        period={period}
        today={today}
      />
    ),
    topUsers: <TopUsers period={period} users={data.topUsersByUsage} />,
    topTemplates: (
      <TopTemplates
        period={period}
        templates={data.topTemplatesByUsage}
        totalExecutions={totals.totalExecutions}
      />
    ),
  };
}
