import { z } from 'zod';
import { assertOwnAccount } from '@/lib/server/account/get-account';
import type { OwnedKey } from '@/lib/server/api-keys/find-api-key';
import { findKeys, type KeySort } from '@/lib/server/api-keys/find-keys';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Page, search } from '@/lib/validation/lists';
import type { Prisma } from '@/prisma/generated/prisma/client';

const filters = z.object({ search });

interface KeyOrder {
  /** Part of a key's name or hint; in an account's list, of its owner's name or email address too. */
  search?: string | null;
  /** CREATED by default. */
  sort?: KeySort | null;
  /** By default, newest first for CREATED and LAST_USED, otherwise ascending. */
  descending?: boolean | null;
}

interface KeyFilters extends KeyOrder {
  userId?: string | null;
  status?: KeyStatus | null;
}

/**
 * The caller's own keys, newest first by default.
 * @throws AppError BAD_USER_INPUT
 */
export function listMyApiKeys(
  ctx: ServerContext,
  viewer: Viewer,
  { page, ...order }: KeyOrder & { page: Page },
): Promise<OwnedKey[]> {
  authorize(viewer, 'read');
  const { accountId, user } = viewer;
  return listKeys(ctx, { accountId, userId: user.id }, { userId: user.id, ...order }, page);
}

/**
 * The keys of the admin's account, newest first by default.
 * @throws AppError NOT_FOUND for another account; BAD_USER_INPUT
 */
export async function listApiKeys(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
  { page, ...filters }: KeyFilters & { page: Page },
): Promise<OwnedKey[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const { userId } = filters;
  if (userId && !(await isOfAccount(ctx, userId, accountId))) return [];
  return listKeys(ctx, { accountId }, filters, page);
}

const isOfAccount = async (ctx: ServerContext, id: string, accountId: string) =>
  (await ctx.db.read.user.count({ where: { id, accountId } })) > 0;

/** @param scope the keys that a cursor may name; without a user, a search finds owners too */
function listKeys(
  ctx: ServerContext,
  scope: { accountId: string; userId?: string },
  { search: text, sort, descending, userId, status }: KeyFilters,
  page: Page,
): Promise<OwnedKey[]> {
  const { search: words } = parseInput(filters, { search: text });
  const by = sort ?? 'CREATED';
  const query = {
    accountId: scope.accountId,
    userId,
    status,
    words,
    searchesOwners: scope.userId === undefined,
    sort: by,
    descending: descending ?? (by === 'CREATED' || by === 'LAST_USED'),
    now: ctx.now(),
  };
  return listPage(
    page,
    (id) => ctx.db.read.apiKey.findFirst({ where: { ...scope, id }, select: { id: true } }),
    (part) => findKeys(ctx.db.read, query, part),
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
