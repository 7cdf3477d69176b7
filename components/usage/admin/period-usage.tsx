import { ProgressBar } from '@/components/charts/progress-bar';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import { CheapestPlan } from './cheapest-plan';
import type { OverviewData } from './overview-query';
import { overageSentence, periodPercent, periodTone } from './period-words';

interface PeriodUsageProps {
  stats: OverviewData['accountDashboardStats'];
  planName: string;
}

/** The present billing period: how much of it is used, how long it lasts, where it leads. */
export function PeriodUsage({ stats, planName }: PeriodUsageProps) {
  const percent = formatPercent(periodPercent(stats));
  const limit = stats.maxWorkflows === null ? 'No limit' : formatCount(stats.maxWorkflows);
  return (
    <>
      <StatRow>
        <StatCell>
          <StatCaption>Executions used</StatCaption>
          <p>
            <StatNumber>{formatCount(stats.currentPeriodExecutions)}</StatNumber>{' '}
            <span className="whitespace-nowrap text-muted">{`/ ${limit} (${percent})`}</span>
          </p>
          <ProgressBar
            label="Executions used"
            percent={periodPercent(stats)}
            text={stats.maxWorkflows === null ? 'The plan has no limit' : `${percent} of the plan's limit`}
            tone={periodTone(stats)}
          />
        </StatCell>
        <StatCell>
          <StatCaption>Days remaining in cycle</StatCaption>
          <StatNumber>{formatCount(stats.daysRemaining)}</StatNumber>
          <StatCaption>today included</StatCaption>
        </StatCell>
        <StatCell>
          <StatCaption>Projected overage cost</StatCaption>
          <StatNumber>{formatDollars(stats.estimatedOverageCost)}</StatNumber>
          <StatCaption>{overageSentence(stats)}</StatCaption>
        </StatCell>
      </StatRow>
      <CheapestPlan planName={planName} stats={stats} />
    </>
  );
}
