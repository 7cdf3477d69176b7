import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { type DaySpan, dayRange } from '@/components/usage/usage-range';
import { formatDollars } from '@/lib/format/money';
import { formatCountInProse } from '@/lib/format/number';
import { formatChange, formatPercent, formatPoints } from '@/lib/format/percent';
import type { DashboardData } from './use-dashboard';

/**
 * This calendar month (UTC), compared with the same days of the month before. The first two sentences are SPEC.md's,
 * word for word.
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
          {changeSentence(
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
          {changeSentence(
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
          {changeSentence(
            formatChange(month.estimatedCost, before.estimatedCost),
            formatDollars(before.estimatedCost),
          )}
        </StatCaption>
      </StatCell>
    </StatRow>
  );
}

/**
 * A change and the number that it starts from: `+6.2% from 1134`. If the change can't be stated, the number alone:
 * `0 in that period`.
 */
export const changeSentence = (change: string | null, before: string): string =>
  change === null ? `${before} in that period` : `${change} from ${before}`;

/**
 * The days of the month so far, and the days they are compared with:
 * `Nov 1 – Nov 21, 2026, today so far, compared with Oct 1 – Oct 21, 2026`.
 */
export const monthSentence = (month: DaySpan, previous: DaySpan): string =>
  `${dayRange(month)}, today so far, compared with ${dayRange(previous)}`;
