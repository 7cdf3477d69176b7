import { assertOwnAccount } from '@/lib/server/account/get-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Prisma } from '@/prisma/generated/prisma/client';

/** What an account owes in one currency. Money in millionths of its major unit. */
export interface AmountOwed {
  /** ISO 4217. */
  currency: string;
  micros: bigint;
  /** How many invoices are open. */
  invoices: number;
  /** The part of it that is past its due date. */
  overdueMicros: bigint;
  overdueInvoices: number;
  /** When the first of them is due, or was. */
  firstDueAt: Date | null;
}

/** Which invoices are overdue at an instant: the open ones past their due date. */
export const overdueBy = (now: Date) =>
  ({ status: 'OPEN', dueAt: { lt: now } }) as const satisfies Prisma.InvoiceWhereInput;

/**
 * The sums of the account's open invoices, one per currency; none if it owes nothing.
 * @throws AppError NOT_FOUND for another account
 */
export async function amountsOwed(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<AmountOwed[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const now = ctx.now();
  // At most one a month.
  const open = await ctx.db.read.invoice.findMany({
    where: { accountId, status: 'OPEN' },
    select: { currency: true, totalMicros: true, dueAt: true },
    orderBy: [{ currency: 'asc' }, { dueAt: 'asc' }],
  });
  const owed = new Map<string, AmountOwed>();
  for (const { currency, totalMicros, dueAt } of open) {
    const sum = owed.get(currency) ?? nothing(currency, dueAt);
    owed.set(currency, sum);
    sum.micros += totalMicros;
    sum.invoices += 1;
    if (dueAt === null || dueAt >= now) continue;
    sum.overdueMicros += totalMicros;
    sum.overdueInvoices += 1;
  }
  return [...owed.values()];
}

const nothing = (currency: string, firstDueAt: Date | null): AmountOwed => ({
  currency,
  micros: 0n,
  invoices: 0,
  overdueMicros: 0n,
  overdueInvoices: 0,
  firstDueAt,
});
