import type { ReactNode } from 'react';
import { Button } from './button';

interface ListHeadProps {
  /** The list's state, or the range of rows that is shown; can be empty. */
  line: string;
  action?: ReactNode;
  className?: string | undefined;
}

/** The row above a list, as high in every state, so that nothing below it moves. */
export function ListHead({ line, action, className = '' }: ListHeadProps) {
  return (
    <div className={`mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 ${className}`}>
      <p className="min-h-6 text-[15px] text-muted" role="status">
        {line}
      </p>
      {action}
    </div>
  );
}

export interface PagerLabels {
  back: string;
  next: string;
}

interface ListPagerProps {
  /** The position of the current page; `turning` while another one is loading. */
  page: { skipped: number; hasMore: boolean; turning?: boolean };
  /** How to turn to the next or previous page. */
  turns: { nextPage: () => void; previousPage: () => void };
  /** The listed things, in the plural: `users`. */
  what: string;
  labels?: PagerLabels | undefined;
}

/**
 * Turns a list's pages, if there's more than one. A button without a page to turn to is only marked as disabled, so
 * that it keeps the focus if it was just pressed.
 */
export function ListPager({
  page: { skipped, hasMore, turning = false },
  turns: { nextPage, previousPage },
  what,
  labels = { back: 'Previous', next: 'Next' },
}: ListPagerProps) {
  if (skipped === 0 && !hasMore) return null;
  const buttons = [
    { label: labels.back, possible: skipped > 0, turn: previousPage },
    { label: labels.next, possible: hasMore, turn: nextPage },
  ];
  return (
    <nav aria-label={`Pages of ${what}`} className="mt-4 flex gap-2.5 print:hidden">
      {buttons.map(({ label, possible, turn }) => (
        <Button
          aria-disabled={!possible || undefined}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
          key={label}
          onClick={() => possible && !turning && turn()}
          size="small"
          variant="line"
        >
          {label}
        </Button>
      ))}
    </nav>
  );
}
