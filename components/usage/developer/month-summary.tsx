import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatChange, formatPoints } from '@/lib/format/change';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import type { DashboardData } from './dashboard-query';
import { besides } from './period-text';

/**
 * This calendar month (UTC) beside the same days of the one before. The first two sentences are SPEC.md's, word for
 * word.
 */
export function MonthSummary({ month }: { month: DashboardData['month'] }) {
  const before = month.previous;
  const bothRan = month.totalExecutions > 0 && before.totalExecutions > 0;
  return (
    <StatRow>
      <StatCell>
        <p>
          {"You've run "}
          <StatNumber>{formatCountInProse(month.totalExecutions)}</StatNumber>
          {' workflows this month.'}
        </p>
        <StatCaption>
          {besides(
            formatChange(month.totalExecutions, before.totalExecutions),
            formatCountInProse(before.totalExecutions),
          )}
        </StatCaption>
      </StatCell>
      <StatCell>
        <p>
          {'Workflow Success Rate: '}
          <StatNumber>{formatPercent(month.successRate)}</StatNumber>
        </p>
        <StatCaption>
          {besides(
            bothRan ? formatPoints(month.successRate, before.successRate) : null,
            before.totalExecutions > 0 ? formatPercent(before.successRate) : 'Nothing run',
          )}
        </StatCaption>
      </StatCell>
      <StatCell>
        <p>
          {'Estimated cost this month: '}
          <StatNumber>{formatDollars(month.estimatedCost)}</StatNumber>
        </p>
        <StatCaption>
          {besides(
            formatChange(month.estimatedCost, before.estimatedCost),
            formatDollars(before.estimatedCost),
          )}
        </StatCaption>
      </StatCell>
    </StatRow>
  );
}
