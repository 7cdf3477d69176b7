import { Button } from '@/components/ui/button';
import type { ApiKeysState, MyApiKeys } from './use-my-api-keys';

interface KeysPagerProps {
  list: MyApiKeys;
  state: Extract<ApiKeysState, { status: 'ready' }>;
}

/**
 * Turns to newer and older keys, where there is more than one page. A button without a page to turn to is marked
 * as disabled only, so that the one just pressed keeps the focus.
 */
export function KeysPager({ list, state: { skipped, hasOlder, turning } }: KeysPagerProps) {
  if (skipped === 0 && !hasOlder) return null;
  const turns = [
    { label: 'Newer', possible: skipped > 0, turn: list.turnNewer },
    { label: 'Older', possible: hasOlder, turn: list.turnOlder },
  ];
  return (
    <nav aria-label="Pages of API keys" className="mt-4 flex gap-2.5">
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
