import { formatQuantity } from '@/lib/format/number';
import type { ChainReport, Fault } from './verify-chain';

/** What is said of one account: its head or, first, where its chain breaks. */
export function reportLine({ accountId, links, head, fault }: ChainReport): string {
  const ending = head ? `head ${head.sequence} ${head.hash}` : 'no events yet';
  if (!fault) return `${accountId}: ${formatQuantity(links, { one: 'event', other: 'events' })}, ${ending}`;
  return `${accountId}: BROKEN${faultText(fault)}; ${ending}`;
}

/** Where and why a chain breaks, to follow "broken". */
export function faultText({ sequence, eventId, what }: Fault): string {
  const place = sequence === null ? '' : ` at link ${sequence}`;
  const event = eventId === null ? '' : ` (event ${eventId})`;
  return `${place}${event}: ${what}`;
}
