import { formatCount, formatQuantity } from '@/lib/format/number';
import type { Reply } from './use-request';

/** How the answer came: the HTTP status, the time, the size; and its GraphQL errors by their codes. */
export function ResponseStatus({ reply }: { reply: Reply }) {
  const { answer } = reply;
  return (
    <p role="status" className="flex flex-wrap justify-end gap-x-3">
      {reply.state === 'running' && 'Running...'}
      {reply.state === 'answered' && answer && answer.errors.length > 0 && (
        <strong className="font-semibold text-amber-glow">
          {formatQuantity(answer.errors.length, { one: 'error', other: 'errors' })}:{' '}
          {[...new Set(answer.errors)].join(', ')}
        </strong>
      )}
      {reply.state === 'answered' && answer && (
        <span>
          {answer.status} · {formatCount(answer.milliseconds)} ms · {formatSize(answer.bytes)}
        </span>
      )}
    </p>
  );
}

const formatSize = (bytes: number) => (bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`);
