import type { Day } from '@/lib/rules/day';
import type { Queries } from '@/lib/server/database/database';

/** `SY-202610-000007`: the month and a number that counts up within it, over all accounts. */
export async function nextInvoiceNumber(tx: Queries, month: Day): Promise<string> {
  const prefix = `SY-${month.slice(0, 7).replace('-', '')}-`;
  const last = await tx.invoice.findFirst({
    where: { number: { startsWith: prefix } },
    orderBy: { number: 'desc' },
    select: { number: true },
  });
  const count = last ? Number(last.number.slice(prefix.length)) : 0;
  return prefix + String(count + 1).padStart(6, '0');
}
