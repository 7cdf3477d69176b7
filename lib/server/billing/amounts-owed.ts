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
  const sums = (where: Prisma.InvoiceWhereInput) =>
    ctx.db.read.invoice.groupBy({
      by: 'currency',
      where: { accountId, ...where },
      _count: true,
      _sum: { totalMicros: true },
      _min: { dueAt: true },
      orderBy: { currency: 'asc' },
    });
  const [open, overdue] = await Promise.all([sums({ status: 'OPEN' }), sums(overdueBy(ctx.now()))]);
  return open.map(({ currency, _count, _sum, _min }) => {
    const late = overdue.find((each) => each.currency === currency);
    return {
      currency,
      micros: _sum.totalMicros ?? 0n,
      invoices: _count,
      overdueMicros: late?._sum.totalMicros ?? 0n,
      overdueInvoices: late?._count ?? 0,
      firstDueAt: _min.dueAt,
    };
  });
}
