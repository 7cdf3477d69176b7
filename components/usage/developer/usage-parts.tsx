import { EmptyRange } from '@/components/usage/empty-range';
import { ExecutionTrends } from '@/components/usage/execution-trends';
import { RangeSummary } from '@/components/usage/range-summary';
import { rangeSentence } from '@/components/usage/range-text';
import type { DashboardData } from './dashboard-query';
import type { DashboardParts } from './dashboard-sections';
import { FirstSteps } from './first-steps';
import { MonthSummary } from './month-summary';
import { monthSentence } from './period-text';
import { TopTemplates } from './top-templates';

/** The numbers, each part beside the days that it is about. */
export function usageParts({ month, range, usageByUser, topTemplatesByUser }: DashboardData): DashboardParts {
  // The month ends with the server's today.
  const today = month.to;
  const days = usageByUser.filter((day) => day.date <= today);
  return {
    month: <MonthSummary month={month} />,
    monthNote: monthSentence(month, month.previous),
    range: <RangeSummary range={range} />,
    rangeNote: rangeSentence(range, today),
    templates: <TopTemplates period={range} templates={topTemplatesByUser} />,
    trends: (
      <ExecutionTrends
        days={days}
        empty={
          month.firstExecutionOn ? (
            <EmptyRange
              firstExecutionOn={month.firstExecutionOn}
              period={range}
              today={today}
              whose="Your executions"
            />
          ) : (
            <FirstSteps />
          )
        }
        period={range}
        today={today}
      />
    ),
  };
}
