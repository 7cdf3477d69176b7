'use client';
import { Button } from '@/components/ui/button';
import { StackedBelow } from '@/components/ui/stacked-table';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { formatMoment } from '@/lib/format/date';
import { keyName } from './key-name';
import type { OverlappingKey, PreviousSecret } from './overlap-query';
import { previousSecretUse } from './previous-secret-use';

interface PreviousSecretRowProps {
  apiKey: OverlappingKey;
  previous: PreviousSecret;
  onEnd: () => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** Below the row of a key whose old secret still works: until when, how much it is used, and the way to end it. */
export function PreviousSecretRow({ apiKey, previous, onEnd, onFocusLost }: PreviousSecretRowProps) {
  const line = useFocusLost<HTMLDivElement>(onFocusLost);
  return (
    <StackedBelow columns={5}>
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-rule border-l-2 pl-2.5 text-[13px]"
        ref={line}
      >
        <p>
          Old secret <span className="whitespace-nowrap font-mono">{previous.hint}</span> works until{' '}
          <span className="whitespace-nowrap">{formatMoment(previous.expires_at)}</span>
          <span className="text-muted"> · {previousSecretUse(previous)}</span>
        </p>
        <Button onClick={onEnd} size="small" variant="line">
          End old secret now
          <span className="sr-only">
            {' '}
            {keyName(apiKey)} {previous.hint}
          </span>
        </Button>
      </div>
    </StackedBelow>
  );
}
