import type { Queries } from '@/lib/server/database/database';
import { conflict } from '@/lib/server/errors';

/**
 * Makes sure no other user, of any account, has the address.
 * @throws AppError CONFLICT
 */
export async function assertEmailIsFree(tx: Queries, email: string, exceptUserId?: string): Promise<void> {
  const holder = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (holder && holder.id !== exceptUserId) throw conflict('A user with this email already exists.');
}
