import { StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import type { DashboardData } from './dashboard-query';

/** This calendar month (UTC) in three facts; the first two sentences are SPEC.md's, word for word. */
export function UsageSummary({ stats }: { stats: DashboardData['userDashboardStats'] }) {
  return (
    <StatRow>
      <StatCell>
        <p>
          {"You've run "}
          <StatNumber>{formatCountInProse(stats.totalExecutions)}</StatNumber>
          {' workflows this month.'}
        </p>
      </StatCell>
      <StatCell>
        <p>
          {'Workflow Success Rate: '}
          <StatNumber>{formatPercent(stats.successRate)}</StatNumber>
        </p>
      </StatCell>
      <StatCell>
        <p className="text-muted">
          {'Estimated cost this month: '}
          <StatNumber>{formatDollars(stats.estimatedCost)}</StatNumber>
        </p>
      </StatCell>
    </StatRow>
  );
}
