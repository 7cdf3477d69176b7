import type { Queries } from '@/lib/server/database';
import { conflict } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Makes sure the account keeps an active admin when this one goes.
 * @throws AppError CONFLICT
 */
export async function assertNotLastAdmin(
  tx: Queries,
  user: User,
  deed: 'disabled' | 'made a developer',
): Promise<void> {
  if (user.role !== 'ADMIN' || user.status !== 'ACTIVE') return;
  const others = await tx.user.count({
    where: { accountId: user.accountId, role: 'ADMIN', status: 'ACTIVE', id: { not: user.id } },
  });
  if (others === 0) {
    throw conflict(
      `The last active admin of an account cannot be ${deed}. Make someone else an admin first.`,
    );
  }
}
