import { z } from 'zod';
import { dayOf } from '@/lib/rules/day';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Page, search } from '@/lib/validation/lists';
import type { Invoice, Prisma } from '@/prisma/generated/prisma/client';
import { type BillingField, type BillingFields, billingColumns, billingFields } from './billing-profile';
import { type InvoiceLine, priceMonth } from './price-month';

const filters = z.object({ search });

/** The characters of invoice numbers. Words with others match no number. */
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
    (id) => ctx.db.prisma.invoice.findUnique({ where: { id, accountId }, select: { id: true } }),
    ({ take, from }) =>
      ctx.db.prisma.invoice.findMany({
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
  return Promise.all(invoices.map((invoice) => asOfNow(ctx.db.prisma, invoice)));
}

/**
 * One invoice of the admin's account.
 * @throws AppError NOT_FOUND, alike for an unknown id and another account's
 */
export async function getInvoice(ctx: ServerContext, viewer: Viewer, id: string): Promise<Invoice> {
  authorize(viewer, 'admin:read');
  const invoice = await ctx.db.prisma.invoice.findFirst({ where: { id, accountId: viewer.accountId } });
  if (!invoice) throw notFound('Invoice');
  return asOfNow(ctx.db.prisma, invoice);
}

/** An invoice with current amounts: a draft is priced by the current plan and the usage so far. */
async function asOfNow(queries: Queries, invoice: Invoice): Promise<Invoice> {
  if (invoice.status !== 'DRAFT') return invoice;
  const { totalMicros, ...charge } = await priceMonth(queries, invoice.accountId, dayOf(invoice.periodStart));
  return { ...invoice, ...charge, totalMicros: BigInt(totalMicros) };
}

/** An account's debt in one currency. Money in millionths of its major unit. */
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
const overdueBy = (now: Date) =>
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
  // At most one per month.
  const open = await ctx.db.prisma.invoice.findMany({
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

const lines = z.array(
  z.object({
    description: z.string(),
    quantity: z.number(),
    unitMicros: z.number(),
    amountMicros: z.number(),
  }),
);

/** The lines of an invoice. Money in micro-dollars; the amounts add up to its total. */
export const storedLines = (invoice: Pick<Invoice, 'lines'>): InvoiceLine[] => lines.parse(invoice.lines);

const fieldNames = Object.keys(billingColumns) as BillingField[];
const billTo = z.partialRecord(z.enum(fieldNames), z.string().nullable()).nullable();

/** The billing details that an invoice was issued with; fields added later are null. Null for a draft. */
export function storedBillTo(invoice: Pick<Invoice, 'billTo'>): BillingFields | null {
  const issued = billTo.parse(invoice.billTo);
  return issued && { ...billingFields(null), ...issued };
}
