import type { OwnedKey } from '@/lib/server/api-keys/find-api-key';
import type { KeyStatus } from '@/lib/server/api-keys/key-status';
import { API_KEY_PREFIX, hintOf } from '@/lib/server/auth/tokens';
import type { Queries } from '@/lib/server/database/database';
import type { PageQuery } from '@/lib/server/list-page';
import { holdsName } from '@/lib/server/users/find-users';
import { foldText } from '@/lib/server/users/user-names';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The orders of a list of keys. */
export type KeySort = 'CREATED' | 'EXPIRES' | 'LAST_USED' | 'NAME';

/**
 * The columns of each order. They end in a unique column, and each order has an index of the account and these. A key
 * that was never used comes before all others, and one that never expires after them.
 */
const columns: Record<KeySort, string[]> = {
  CREATED: ['"createdAt"', '"id"'],
  EXPIRES: ['coalesce("expiresAt", 8640000000000000)', '"id"'],
  LAST_USED: ['coalesce("lastUsedAt", 0)', '"id"'],
  NAME: ['"sortName"', '"id"'],
};

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
  const names = columns[sort];
  const place = Prisma.raw(names.join(', '));
  const order = Prisma.raw(names.map((name) => `${name} ${down ? 'DESC' : 'ASC'}`).join(', '));
  // Keys belong to the account of their owner. Naming both would lead SQLite away from the owner's few keys.
  const listed = userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`;
  const rows = await queries.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "ApiKey"
    WHERE ${listed}
      ${status ? whereStatus(status, now) : Prisma.empty}
      ${words ? holds(words, searchesOwners ? accountId : null) : Prisma.empty}
      ${from ? Prisma.sql`AND (${place}) ${Prisma.raw(down ? '<=' : '>=')} (SELECT ${place} FROM "ApiKey" WHERE "id" = ${from.id})` : Prisma.empty}
    ORDER BY ${order}
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
      return Prisma.sql`AND "status" = 'ACTIVE' AND "expiresAt" <= ${now.getTime()}`;
    case 'ACTIVE':
      return Prisma.sql`AND "status" = 'ACTIVE' AND ("expiresAt" IS NULL OR "expiresAt" > ${now.getTime()})`;
  }
}

/**
 * The condition of keys that a search finds. Every hint begins alike, so only its last four characters are searched; a
 * whole hint or secret finds its key.
 * @param accountId of the owners to search too; null: only keys are searched
 */
function holds(words: string, accountId: string | null): Prisma.Sql {
  const folded = foldText(words);
  const hint = words.startsWith(API_KEY_PREFIX)
    ? Prisma.sql`"hint" = ${hintOf(words)}`
    : Prisma.sql`instr(lower(substr("hint", -4)), ${words.toLowerCase()}) > 0`;
  const owners = accountId
    ? Prisma.sql`OR "userId" IN (SELECT "id" FROM "User" WHERE "accountId" = ${accountId} AND ${holdsName(words)})`
    : Prisma.empty;
  return Prisma.sql`AND (${folded} <> '' AND instr("sortName", ${folded}) > 0 OR ${hint} ${owners})`;
}
