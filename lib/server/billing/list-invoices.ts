import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { asOfNow } from '@/lib/server/billing/as-of-now';
import { listPage } from '@/lib/server/list-page';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Page } from '@/lib/validation/lists';
import type { Invoice } from '@/prisma/generated/prisma/client';

export interface InvoiceFilters {
  status?: Invoice['status'] | null;
}

/**
 * The invoices of the admin's account, newest period first.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listInvoices(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, status }: InvoiceFilters & { page: Page },
): Promise<Invoice[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const invoices = await listPage(
    page,
    (id) => ctx.db.read.invoice.findUnique({ where: { id, accountId }, select: { id: true } }),
    ({ take, from }) =>
      ctx.db.read.invoice.findMany({
        where: { accountId, ...(status && { status }) },
        orderBy: [{ periodStart: 'desc' }, { id: 'desc' }],
        take,
        // Few enough for Prisma's cursor.
        ...(from && { cursor: from }),
      }),
  );
  return Promise.all(invoices.map((invoice) => asOfNow(ctx.db.read, invoice)));
}
