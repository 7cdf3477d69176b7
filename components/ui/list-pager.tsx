import type { CursorList, ReadyCursorList } from '@/lib/graphql-client/use-cursor-list';
import { Button } from './button';

interface ListPagerProps {
  list: Pick<CursorList<unknown>, 'turnNext' | 'turnBack'>;
  state: Pick<ReadyCursorList<unknown>, 'skipped' | 'hasMore' | 'turning'>;
  /** What is listed, in the plural: `users`. */
  what: string;
  labels?: { back: string; next: string };
}

/**
 * Turns a list's pages, where there is more than one. A button without a page to turn to is marked as disabled only,
 * so that the one just pressed keeps the focus.
 */
export function ListPager({
  list,
  state: { skipped, hasMore, turning },
  what,
  labels = { back: 'Previous', next: 'Next' },
}: ListPagerProps) {
  if (skipped === 0 && !hasMore) return null;
  const turns = [
    { label: labels.back, possible: skipped > 0, turn: list.turnBack },
    { label: labels.next, possible: hasMore, turn: list.turnNext },
  ];
  return (
    <nav aria-label={`Pages of ${what}`} className="mt-4 flex gap-2.5 print:hidden">
      {turns.map(({ label, possible, turn }) => (
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
