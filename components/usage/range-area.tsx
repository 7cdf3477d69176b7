import type { ReactNode } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { limits } from '@/lib/config/limits';
import { formatDate } from '@/lib/format/date';
import type { DaySpan } from './usage-days';

interface RangeAreaProps {
  /** The range's content, in a sentence. */
  note: string | undefined;
  /**
   * The control for the range. It's mounted in every state, so that it keeps typed text, if there is a range to choose.
   */
  picker: ReactNode;
  /** The content is about to be replaced. */
  stale: boolean;
  /** Null if nothing can be shown but the picker. */
  children: ReactNode;
}

/** The range picker and everything that depends on the range. */
export function RangeArea({ note, picker, stale, children }: RangeAreaProps) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p
          className="text-[15px] leading-[34px] max-sm:min-h-[2lh] max-xl:w-full max-sm:leading-normal"
          role="status"
        >
          {note}
        </p>
        {picker}
      </div>
      {children ? (
        <div
          aria-busy={stale || undefined}
          className="transition-opacity duration-150 aria-busy:opacity-55 motion-reduce:transition-none"
        >
          {children}
        </div>
      ) : null}
    </>
  );
}

/** Says that the address contains an invalid range. Always rendered, so that screen readers announce the change. */
export function RangeNotice({ valid }: { valid: boolean }) {
  return (
    <div role="status">
      {valid ? null : (
        <p className="mb-6 border-amber border-l-2 pl-3 text-[15px]">
          The range in the address can't be shown. These are the last {limits.usage.defaultDays} days.
        </p>
      )}
    </div>
  );
}

interface EmptyRangeProps {
  period: DaySpan;
  today: string;
  /** Whose executions: `Your executions`. */
  whose: string;
  firstExecutionOn: string | null;
  /** Shown instead before the first execution. */
  noneYet: ReactNode;
}

/** Replaces the numbers of a range without executions. */
export function EmptyRange({ period, today, whose, firstExecutionOn, noneYet }: EmptyRangeProps) {
  if (!firstExecutionOn) return noneYet;
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
