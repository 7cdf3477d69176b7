import { StatCell, StatNote, StatNumber, StatRow } from '@/components/ui/stat';
import { formatChange, formatPoints } from '@/lib/format/change';
import { formatDollars } from '@/lib/format/money';
import { formatCount, formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import type { DashboardData } from './dashboard-query';
import { besides } from './period-text';

/**
 * This calendar month (UTC) beside the same days of the one before. The first two sentences are SPEC.md's, word for
 * word.
 */
export function MonthSummary({ month }: { month: DashboardData['month'] }) {
  const before = month.previous;
  return (
    <StatRow>
      <StatCell>
        <p>
          {"You've run "}
          <StatNumber>{formatCountInProse(month.totalExecutions)}</StatNumber>
          {' workflows this month.'}
        </p>
        <StatNote>
          {besides(
            formatChange(month.totalExecutions, before.totalExecutions),
            formatCount(before.totalExecutions),
          )}
        </StatNote>
      </StatCell>
      <StatCell>
        <p>
          {'Workflow Success Rate: '}
          <StatNumber>{formatPercent(month.successRate)}</StatNumber>
        </p>
        <StatNote>
          {besides(
            before.totalExecutions > 0 ? formatPoints(month.successRate, before.successRate) : null,
            before.totalExecutions > 0 ? formatPercent(before.successRate) : 'nothing run',
          )}
        </StatNote>
      </StatCell>
      <StatCell>
        <p>
          {'Estimated cost this month: '}
          <StatNumber>{formatDollars(month.estimatedCost)}</StatNumber>
        </p>
        <StatNote>
          {besides(
            formatChange(month.estimatedCost, before.estimatedCost),
            formatDollars(before.estimatedCost),
          )}
        </StatNote>
      </StatCell>
    </StatRow>
  );
}
