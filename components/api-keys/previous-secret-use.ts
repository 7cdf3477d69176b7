import { formatMoment } from '@/lib/format/date';
import { formatQuantity } from '@/lib/format/number';
import { formatRelative } from '@/lib/format/relative';
import type { PreviousSecret } from './overlap-query';

/** How much an old secret is still used: `12 calls with it since, last Nov 21, 2026, 21:40 UTC (2 minutes ago)`. */
export function previousSecretUse({ calls, last_used_at }: PreviousSecret): string {
  if (calls === 0 || last_used_at === null) return 'no call with it since';
  const last = `${formatMoment(last_used_at)} (${formatRelative(last_used_at, Date.now())})`;
  return `${formatQuantity(calls, { one: 'call', other: 'calls' })} with it since, last ${last}`;
}
