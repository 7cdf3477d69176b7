import { z } from 'zod';
import { assertOwnAccount } from '@/lib/server/account/get-account';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { findUsers, type UserSort } from '@/lib/server/users/find-users';
import { type Page, search } from '@/lib/validation/lists';
import type { User } from '@/prisma/generated/prisma/client';

const filters = z.object({ search });

interface UserFilters {
  /** Part of an email address or name. */
  search?: string | null;
  role?: User['role'] | null;
  status?: User['status'] | null;
  /** Whether they have ever signed in. */
  signedIn?: boolean | null;
  /** CREATED by default. */
  sort?: UserSort | null;
  /** By default, newest first if ordered by creation, otherwise from A to Z. */
  descending?: boolean | null;
}

/**
 * The users of the admin's account, newest first by default.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listUsers(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, search: text, role, status, signedIn, sort, descending }: UserFilters & { page: Page },
): Promise<User[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const { search: words } = parseInput(filters, { search: text });
  const by = sort ?? 'CREATED';
  const query = {
    accountId,
    role,
    status,
    signedIn,
    words,
    sort: by,
    descending: descending ?? by === 'CREATED',
  };
  return listPage(
    page,
    (id) => ctx.db.read.user.findUnique({ where: { id, accountId }, select: { id: true } }),
    (part) => findUsers(ctx.db.read, query, part),
  );
}
