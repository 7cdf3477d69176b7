import type { DashboardData } from './dashboard-query';
import type { DashboardParts } from './dashboard-sections';
import { ExecutionTrends } from './execution-trends';
import { MonthSummary } from './month-summary';
import { dayRange, rangeSentence } from './period-text';
import { RangeSummary } from './range-summary';
import { TopTemplates } from './top-templates';

/** The numbers, each part beside the days that it is about. */
export function usageParts({ month, range, usageByUser, topTemplatesByUser }: DashboardData): DashboardParts {
  // The month ends with the server's today.
  const today = month.to;
  return {
    month: <MonthSummary month={month} />,
    monthNote: `${dayRange(month)}, beside ${dayRange(month.previous)}`,
    range: <RangeSummary range={range} />,
    rangeNote: rangeSentence(range, today),
    templates: <TopTemplates period={range} templates={topTemplatesByUser} />,
    trends: (
      <ExecutionTrends
        days={usageByUser}
        firstExecutionOn={month.firstExecutionOn}
        period={range}
        today={today}
      />
    ),
  };
}
