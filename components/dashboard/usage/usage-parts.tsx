import type { DashboardData } from './dashboard-query';
import type { DashboardParts } from './dashboard-sections';
import { ExecutionTrends } from './execution-trends';
import { MonthSummary } from './month-summary';
import { monthSentence, rangeSentence } from './period-text';
import { RangeSummary } from './range-summary';
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
      <ExecutionTrends days={days} firstExecutionOn={month.firstExecutionOn} period={range} today={today} />
    ),
  };
}
