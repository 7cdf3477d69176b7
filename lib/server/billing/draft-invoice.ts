import type { Day } from '@/lib/rules/day';
import { writeDraft } from '@/lib/server/billing/write-draft';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Invoice } from '@/prisma/generated/prisma/client';

/**
 * Keeps the draft of a month's invoice up to date. Nobody has been sent a draft, so the audit trail begins when it
 * is issued.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT where the month's invoice has been issued
 */
export async function draftInvoice(ctx: ServerContext, accountId: string, month: Day): Promise<Invoice> {
  return ctx.db.write((tx) => writeDraft(tx, ctx, accountId, month));
}
