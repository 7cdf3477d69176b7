import { z } from 'zod';
import { foldText } from '@/lib/rules/search-text';
import type { KeyStatus } from '@/lib/server/auth/key-status';
import { API_KEY_PREFIX, hintOf } from '@/lib/server/auth/tokens';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import { listPage, type PageQuery } from '@/lib/server/list-page';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { matchesName } from '@/lib/server/users/list-users';
import { type Page, search } from '@/lib/validation/lists';
import { Prisma } from '@/prisma/generated/prisma/client';
import type { OwnedKey } from './find-api-key';

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
  (await ctx.db.prisma.user.count({ where: { id, accountId } })) > 0;

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
    (id) => ctx.db.prisma.apiKey.findFirst({ where: { ...scope, id }, select: { id: true } }),
    (part) => findKeys(ctx.db.prisma, query, part),
  );
}

/** The orders of a list of keys. */
type KeySort = 'CREATED' | 'EXPIRES' | 'LAST_USED' | 'NAME';

/**
 * The column of each order, before the id. Each order has an index on account, column and id.
 * - A key that was never used comes first.
 * - A key that never expires comes last.
 */
const columns = ({ never, longAgo }: Dialect): Record<KeySort, Prisma.Sql> => ({
  CREATED: Prisma.sql`"createdAt"`,
  EXPIRES: Prisma.sql`coalesce("expiresAt", ${never})`,
  LAST_USED: Prisma.sql`coalesce("lastUsedAt", ${longAgo})`,
  NAME: Prisma.sql`"sortName"`,
});

interface KeyQuery {
  accountId: string;
  /** Only this user's keys. */
  userId?: string | null | undefined;
  status?: KeyStatus | null | undefined;
  /** Part of a key's name or hint or, with `searchesOwners`, of its owner's name or email address. */
  words?: string | null | undefined;
  searchesOwners: boolean;
  sort: KeySort;
  descending: boolean;
  now: Date;
}

/** Keys from the cursor on, its own row included. In SQL, for the reasons of `findUsers`. */
async function findKeys(
  queries: Queries,
  { accountId, userId, status, words, searchesOwners, sort, descending, now }: KeyQuery,
  { take, from }: PageQuery<{ id: string }>,
): Promise<OwnedKey[]> {
  const back = take < 0;
  const down = descending !== back;
  const { dialect } = queries;
  const column = columns(dialect)[sort];
  const place = Prisma.sql`${column}, "id"`;
  const direction = Prisma.raw(down ? 'DESC' : 'ASC');
  // Keys belong to the account of their owner. Naming both would lead SQLite away from the owner's few keys.
  const listed = userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`;
  const rows = await queries.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "ApiKey"
    WHERE ${listed}
      ${status ? statusClause(status, now) : Prisma.empty}
      ${words ? matches(dialect, words, searchesOwners ? accountId : null) : Prisma.empty}
      ${from ? Prisma.sql`AND (${place}) ${Prisma.raw(down ? '<=' : '>=')} (SELECT ${place} FROM "ApiKey" WHERE "id" = ${from.id})` : Prisma.empty}
    ORDER BY ${column} ${direction}, "id" ${direction}
    LIMIT ${Math.abs(take)}`;
  const ids = (back ? rows.reverse() : rows).map(({ id }) => id);
  const keys = await queries.apiKey.findMany({
    where: { id: { in: ids } },
    include: { user: { select: { firstName: true, lastName: true, status: true } }, previousSecret: true },
  });
  const byId = new Map(keys.map((key) => [key.id, key]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The condition of keys with a status, as `keyStatus` and `activeKeys` have it. */
function statusClause(status: KeyStatus, now: Date): Prisma.Sql {
  switch (status) {
    case 'REVOKED':
      return Prisma.sql`AND "status" = 'REVOKED'`;
    case 'EXPIRED':
      return Prisma.sql`AND "status" = 'ACTIVE' AND "expiresAt" <= ${now}`;
    case 'ACTIVE':
      return Prisma.sql`AND "status" = 'ACTIVE' AND ("expiresAt" IS NULL OR "expiresAt" > ${now})`;
  }
}

/**
 * The condition of keys that a search finds. Every hint begins alike, so only its last four characters are searched; a
 * whole hint or secret finds its key.
 * @param accountId of the owners to search too; null: only keys are searched
 */
function matches(dialect: Dialect, words: string, accountId: string | null): Prisma.Sql {
  const folded = foldText(words);
  const hint = words.startsWith(API_KEY_PREFIX)
    ? Prisma.sql`"hint" = ${hintOf(words)}`
    : dialect.contains(Prisma.sql`lower(substr("hint", length("hint") - 3))`, words.toLowerCase());
  const owners = accountId
    ? Prisma.sql`OR "userId" IN (SELECT "id" FROM "User" WHERE "accountId" = ${accountId} AND ${matchesName(dialect, words)})`
    : Prisma.empty;
  const name = folded ? Prisma.sql`${dialect.contains(Prisma.sql`"sortName"`, folded)} OR` : Prisma.empty;
  return Prisma.sql`AND (${name} ${hint} ${owners})`;
}
