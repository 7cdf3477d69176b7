import { z } from 'zod';
import { dayOf } from '@/lib/rules/day';
import { assertOwnAccount } from '@/lib/server/account/get-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { overdueBy } from '@/lib/server/billing/amounts-owed';
import { priceMonth } from '@/lib/server/billing/price-month';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Page, search } from '@/lib/validation/lists';
import type { Invoice } from '@/prisma/generated/prisma/client';

const filters = z.object({ search });

/** What a number consists of: other words are in none. */
const partOfNumber = /^[A-Z\d-]+$/;

interface InvoiceFilters {
  status?: Invoice['status'] | null;
  /** True: open past its due date. False: any other. */
  overdue?: boolean | null;
  /** Part of an invoice's number, in either case. */
  search?: string | null;
}

/**
 * The invoices of the admin's account, newest period first.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listInvoices(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, status, overdue, search: text }: InvoiceFilters & { page: Page },
): Promise<Invoice[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const isOverdue = overdueBy(ctx.now());
  const words = parseInput(filters, { search: text }).search?.toUpperCase();
  if (words && !partOfNumber.test(words)) return [];
  const invoices = await listPage(
    page,
    (id) => ctx.db.read.invoice.findUnique({ where: { id, accountId }, select: { id: true } }),
    ({ take, from }) =>
      ctx.db.read.invoice.findMany({
        where: {
          accountId,
          ...(status && { status }),
          ...(overdue && { AND: isOverdue }),
          ...(overdue === false && { NOT: isOverdue }),
          ...(words && { number: { contains: words } }),
        },
        orderBy: [{ periodStart: 'desc' }, { id: 'desc' }],
        take,
        // There are few enough for Prisma's own cursor.
        ...(from && { cursor: from }),
      }),
  );
  return Promise.all(invoices.map((invoice) => asOfNow(ctx.db.read, invoice)));
}

/**
 * One invoice of the admin's account.
 * @throws AppError NOT_FOUND, alike for an unknown id and another account's
 */
export async function getInvoice(ctx: ServerContext, viewer: Viewer, id: string): Promise<Invoice> {
  authorize(viewer, 'admin:read');
  const invoice = await ctx.db.read.invoice.findFirst({ where: { id, accountId: viewer.accountId } });
  if (!invoice) throw notFound('Invoice');
  return asOfNow(ctx.db.read, invoice);
}

/** An invoice with current amounts: a draft is priced by the current plan and the usage so far. */
async function asOfNow(queries: Queries, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'DRAFT') return invoice;
  const { totalMicros, ...charge } = await priceMonth(queries, invoice.accountId, dayOf(invoice.periodStart));
  return { ...invoice, ...charge, totalMicros: BigInt(totalMicros) };
}
