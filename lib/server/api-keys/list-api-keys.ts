import { assertOwnAccount } from '@/lib/server/account/get-account';
import type { OwnedKey } from '@/lib/server/api-keys/find-api-key';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage, newestFirst, placeColumns, wherePlace } from '@/lib/server/list-page';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { Page } from '@/lib/validation/lists';
import type { Prisma } from '@/prisma/generated/prisma/client';

interface KeyFilters {
  userId?: string | null;
  status?: KeyStatus | null;
}

/** The caller's own keys, newest first. */
export function listMyApiKeys(ctx: ServerContext, viewer: Viewer, page: Page): Promise<OwnedKey[]> {
  authorize(viewer, 'read');
  const mine = { userId: viewer.user.id };
  return listKeys(ctx, mine, mine, page);
}

/**
 * The keys of the admin's account, newest first.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listApiKeys(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, userId, status }: KeyFilters & { page: Page },
): Promise<OwnedKey[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const scope = { accountId };
  // Keys belong to the account of their owner. Naming both would lead SQLite away from the owner's few keys.
  const owner = userId ? { userId } : scope;
  if (userId && !(await isOfAccount(ctx, userId, accountId))) return [];
  return listKeys(ctx, scope, { ...owner, ...whereStatus(status, ctx.now()) }, page);
}

const isOfAccount = async (ctx: ServerContext, id: string, accountId: string) =>
  (await ctx.db.read.user.count({ where: { id, accountId } })) > 0;

/** @param scope the keys that a cursor may name; `where`: the keys that are listed */
function listKeys(
  ctx: ServerContext,
  scope: Prisma.ApiKeyWhereInput,
  where: Prisma.ApiKeyWhereInput,
  page: Page,
): Promise<OwnedKey[]> {
  return listPage(
    page,
    (id) => ctx.db.read.apiKey.findFirst({ where: { ...scope, id }, select: placeColumns }),
    ({ take, from }) =>
      ctx.db.read.apiKey.findMany({
        where: { AND: [where, wherePlace(from, take)] },
        orderBy: newestFirst,
        take,
        include: {
          user: { select: { firstName: true, lastName: true, status: true } },
          previousSecret: true,
        },
      }),
  );
}

/** The stored columns behind a status; the counterpart of keyStatus. */
export function whereStatus(status: KeyStatus | null | undefined, now: Date): Prisma.ApiKeyWhereInput {
  switch (status) {
    case 'REVOKED':
      return { status: 'REVOKED' };
    case 'EXPIRED':
      return { status: 'ACTIVE', expiresAt: { lte: now } };
    case 'ACTIVE':
      return { status: 'ACTIVE', OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    default:
      return {};
  }
}
