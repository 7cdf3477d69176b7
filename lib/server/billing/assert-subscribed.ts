import { type Day, startOfDay } from '@/lib/rules/day';
import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';

/**
 * Makes sure that an account is charged for a month: one that was canceled pays for the month in which it was, and
 * for none that began later, until it chooses a plan again.
 * @param month first day of the period, e.g. `2026-10-01`
 * @throws AppError CONFLICT
 */
export async function assertSubscribed(tx: Queries, accountId: string, month: Day): Promise<void> {
  const { status } = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (status === 'ACTIVE') return;
  const canceled = await tx.auditEvent.findFirst({
    where: { accountId, action: 'account.cancel' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  // Without an event it was so long ago that retention has removed it (lib/server/audit/prune-audit.ts).
  if (!canceled || canceled.createdAt < startOfDay(month)) {
    throw conflict('The subscription was canceled before this month began.');
  }
}
