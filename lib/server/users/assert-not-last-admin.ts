import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * Makes sure the account keeps an active admin who can read and write when this one no longer does.
 * @throws AppError CONFLICT
 */
export async function assertNotLastAdmin(
  tx: Queries,
  user: User,
  deed: 'be disabled' | 'be made a developer' | 'lose read or write',
): Promise<void> {
  if (user.role !== 'ADMIN' || user.status !== 'ACTIVE') return;
  const { accountId } = user;
  const others = await tx.user.count({
    where: {
      accountId,
      role: 'ADMIN',
      status: 'ACTIVE',
      scopeRead: true,
      scopeWrite: true,
      id: { not: user.id },
    },
  });
  if (others === 0) {
    throw conflict(`The last active admin of an account cannot ${deed}. Make someone else an admin first.`);
  }
}
