import { assertOwnAccount } from '@/lib/server/account/assert-own-account';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
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
export function listMyApiKeys(ctx: ServerContext, viewer: Viewer, page: Page): Promise<ApiKey[]> {
  authorize(viewer, 'read');
  return listKeys(ctx, { userId: viewer.user.id }, {}, page);
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
): Promise<ApiKey[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  return listKeys(ctx, { accountId }, { ...(userId && { userId }), ...whereStatus(status, ctx.now()) }, page);
}

function listKeys(
  ctx: ServerContext,
  scope: Prisma.ApiKeyWhereInput,
  filters: Prisma.ApiKeyWhereInput,
  page: Page,
): Promise<ApiKey[]> {
  return listPage(
    page,
    async (id) => (await ctx.db.read.apiKey.count({ where: { ...scope, id } })) > 0,
    (query) =>
      ctx.db.read.apiKey.findMany({
        where: { AND: [scope, filters] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        ...query,
      }),
  );
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
