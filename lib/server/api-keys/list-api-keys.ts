import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
import type { OwnedKey } from '@/lib/server/api-keys/owned-key';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';
import { listPage } from '@/lib/server/list-page';
import type { ServerContext } from '@/lib/server/server-context';
import type { Page } from '@/lib/validation/lists';
import type { ApiKey, Prisma } from '@/prisma/generated/prisma/client';

export interface KeyFilters {
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

type Place = Pick<ApiKey, 'id' | 'createdAt'>;

/** @param scope where a cursor may come from; `where`: what is listed of it */
async function listKeys(
  ctx: ServerContext,
  scope: Prisma.ApiKeyWhereInput,
  where: Prisma.ApiKeyWhereInput,
  page: Page,
): Promise<OwnedKey[]> {
  let from: Place | null = null;
  return listPage(
    page,
    async (id) => {
      from = await ctx.db.read.apiKey.findFirst({
        where: { ...scope, id },
        select: { id: true, createdAt: true },
      });
      return from !== null;
    },
    ({ take }) =>
      ctx.db.read.apiKey.findMany({
        where: { AND: [where, wherePlace(from, take)] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
        include: { user: { select: { firstName: true, lastName: true, status: true } } },
      }),
  );
}

/** A row and what follows it, or for a negative `take` what stands above it. Prisma's own cursor reads all rows up to it. */
function wherePlace(from: Place | null, take: number): Prisma.ApiKeyWhereInput {
  if (!from) return {};
  const { id, createdAt } = from;
  return take > 0
    ? { createdAt: { lte: createdAt }, NOT: { createdAt, id: { gt: id } } }
    : { createdAt: { gte: createdAt }, NOT: { createdAt, id: { lt: id } } };
}

/** The stored columns behind a status; the counterpart of keyStatus. */
function whereStatus(status: KeyStatus | null | undefined, now: Date): Prisma.ApiKeyWhereInput {
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
