import type { Queries } from '@/lib/server/database/database';
import { notFound } from '@/lib/server/errors';
import type { User } from '@/prisma/generated/prisma/client';

/**
 * A user of one account.
 * @throws AppError NOT_FOUND, alike for an unknown id and another account's user
 */
export async function findUser(queries: Queries, accountId: string, id: string): Promise<User> {
  const user = await queries.user.findFirst({ where: { id, accountId } });
  if (!user) throw notFound('User');
  return user;
}
