import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { formatDate } from '@/lib/format/date';
import type { DaySpan } from './usage-day';

interface EmptyRangeProps {
  period: DaySpan;
  today: string;
  /** Whose executions: `Your executions`. */
  whose: string;
  firstExecutionOn: string;
}

/** In the place of a chart of a range in which nothing ran, though something did in other days. */
export function EmptyRange({ period, today, whose, firstExecutionOn }: EmptyRangeProps) {
  return (
    <EmptyState>
      <EmptyStateTitle>No executions in this range</EmptyStateTitle>
      <EmptyStateText>
        {period.from > today
          ? 'Its days are still to come.'
          : `${whose} begin on ${formatDate(firstExecutionOn)}.`}{' '}
        Choose other days.
      </EmptyStateText>
    </EmptyState>
  );
}
