import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { asOfNow } from '@/lib/server/billing/as-of-now';
import { notFound } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';

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
