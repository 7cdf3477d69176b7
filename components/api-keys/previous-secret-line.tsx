'use client';
import { Button } from '@/components/ui/button';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { formatMoment } from '@/lib/format/date';
import { keyName } from './key-name';
import type { OverlappingKey, PreviousSecret } from './overlap-query';
import { previousSecretUse } from './previous-secret-use';
import { usePreviousSecret } from './use-previous-secret';

interface PreviousSecretLineProps {
  apiKey: OverlappingKey;
  onEnd: () => void;
  /** The line is going, and the focus with it. */
  onFocusLost: () => void;
}

/** Of a key whose old secret still works: until when, how much it is used, and the way to end it. Else nothing. */
export function PreviousSecretLine(props: PreviousSecretLineProps) {
  const previous = usePreviousSecret(props.apiKey);
  if (!previous || Number(previous.expires_at) <= Date.now()) return null;
  return <Line {...props} previous={previous} />;
}

function Line({
  apiKey,
  previous,
  onEnd,
  onFocusLost,
}: PreviousSecretLineProps & { previous: PreviousSecret }) {
  const line = useFocusLost<HTMLDivElement>(onFocusLost);
  return (
    <div className="mt-2 max-w-[34ch] border-rule border-l-2 pl-2.5 text-[13px]" ref={line}>
      <p>
        Old secret <span className="whitespace-nowrap font-mono">{previous.hint}</span> works until{' '}
        <span className="whitespace-nowrap">{formatMoment(previous.expires_at)}</span>
        <span className="text-muted"> · {previousSecretUse(previous)}</span>
      </p>
      <Button className="mt-1.5" onClick={onEnd} size="small" variant="line">
        End old secret now
        <span className="sr-only">
          {' '}
          {keyName(apiKey)} {previous.hint}
        </span>
      </Button>
    </div>
  );
}
