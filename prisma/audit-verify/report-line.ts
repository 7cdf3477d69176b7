import { formatQuantity } from '@/lib/format/number';
import type { ChainReport } from '@/prisma/audit-verify/verify-chain';

/** What is said of one account: its head or, first, where its chain breaks. */
export function reportLine({ accountId, links, head, fault }: ChainReport): string {
  const ending = head ? `head ${head.sequence} ${head.hash}` : 'no events yet';
  if (!fault) return `${accountId}: ${formatQuantity(links, { one: 'event', other: 'events' })}, ${ending}`;
  const place = fault.sequence === null ? '' : ` at link ${fault.sequence}`;
  const event = fault.eventId === null ? '' : ` (event ${fault.eventId})`;
  return `${accountId}: BROKEN${place}${event}: ${fault.what}; ${ending}`;
}
