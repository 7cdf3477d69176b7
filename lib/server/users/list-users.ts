import { z } from 'zod';
import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/server-context';
import { searchUsers } from '@/lib/server/users/search-users';
import { type Page, search } from '@/lib/validation/lists';
import type { Prisma, User } from '@/prisma/generated/prisma/client';

const filters = z.object({ search });

export interface UserFilters {
  /** Part of an e-mail address or name. */
  search?: string | null;
  role?: User['role'] | null;
  status?: User['status'] | null;
}

/**
 * The users of the admin's account, newest first.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listUsers(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, role, status, ...rest }: UserFilters & { page: Page },
): Promise<User[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const { search: words } = parseInput(filters, rest);
  const where: Prisma.UserWhereInput = {
    accountId,
    ...(role && { role }),
    ...(status && { status }),
  };
  const orderBy: Prisma.UserOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }];
  return listPage(
    page,
    async (id) => (await ctx.db.read.user.count({ where: { id, accountId } })) > 0,
    async (query) => {
      if (!words) return ctx.db.read.user.findMany({ where, orderBy, ...query });
      const ids = await searchUsers(ctx.db.read, { accountId, role, status, words }, query);
      const users = await ctx.db.read.user.findMany({ where: { id: { in: ids } } });
      const byId = new Map(users.map((user) => [user.id, user]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  );
}
