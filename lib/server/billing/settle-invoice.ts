import { type Actor, recordAudit } from '@/lib/server/audit/record-audit';
import { conflict } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';

/**
 * Marks an open invoice as paid or void.
 * @throws AppError CONFLICT unless the invoice is OPEN
 */
export async function settleInvoice(
  ctx: ServerContext,
  actor: Actor,
  id: string,
  status: 'PAID' | 'VOID',
): Promise<Invoice> {
  return ctx.db.write(async (tx) => {
    const invoice = await tx.invoice.findUniqueOrThrow({ where: { id } });
    if (invoice.status !== 'OPEN') throw conflict(`Invoice ${invoice.number} isn't open.`);
    await recordAudit(tx, ctx, {
      action: 'invoice.settle',
      actor,
      accountId: invoice.accountId,
      entityId: id,
      changes: { status: { from: 'OPEN', to: status } },
      details: { number: invoice.number },
    });
    return tx.invoice.update({ where: { id }, data: { status } });
  });
}
