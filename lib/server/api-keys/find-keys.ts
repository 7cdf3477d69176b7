import type { OwnedKey } from '@/lib/server/api-keys/find-api-key';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
import { API_KEY_PREFIX, hintOf } from '@/lib/server/auth/tokens';
import type { Queries } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import type { PageQuery } from '@/lib/server/list-page';
import { matchesName } from '@/lib/server/users/find-users';
import { foldText } from '@/lib/server/users/user-names';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The orders of a list of keys. */
export type KeySort = 'CREATED' | 'EXPIRES' | 'LAST_USED' | 'NAME';

/**
 * The column of each order, before the id. Each has an index of the account, the column and the id. A key
 * that was never used comes before all others, and one that never expires after them.
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
export async function findKeys(
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
      ${status ? whereStatus(status, now) : Prisma.empty}
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

/** The stored columns behind a status; the counterpart of keyStatus. */
function whereStatus(status: KeyStatus, now: Date): Prisma.Sql {
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
