import type { ReactNode } from 'react';
import type { DashboardData } from './dashboard-query';
import { DashboardSections } from './dashboard-sections';
import { ExecutionTrends } from './execution-trends';
import { MonthSummary } from './month-summary';
import { dayRange, rangeSentence } from './period-text';
import { RangeSummary } from './range-summary';
import { TopTemplates } from './top-templates';

interface DashboardContentProps {
  usage: DashboardData;
  /** Another range is awaited. */
  stale: boolean;
  picker: ReactNode;
}

/** The numbers, each part beside the days that it is about. */
export function DashboardContent({ usage, stale, picker }: DashboardContentProps) {
  const { month, range, usageByUser: days, topTemplatesByUser: templates } = usage;
  const today = month.to;
  const ranBefore = month.firstExecutionOn;
  return (
    <DashboardSections
      month={<MonthSummary month={month} />}
      monthNote={`${dayRange(month)}, beside ${dayRange(month.previous)}`}
      picker={picker}
      range={<RangeSummary range={range} />}
      rangeNote={rangeSentence(range, today)}
      stale={stale}
      templates={<TopTemplates period={range} templates={templates} />}
      trends={<ExecutionTrends days={days} period={range} firstExecutionOn={ranBefore} today={today} />}
    />
  );
}
