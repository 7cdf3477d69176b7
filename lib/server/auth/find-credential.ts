import type { SqlReader } from '@/lib/server/database/database';
import {
  type ApiKey,
  type PreviousSecret,
  Prisma,
  type Session,
  type User,
} from '@/prisma/generated/prisma/client';

type FoundSession = Pick<Session, 'id' | 'tokenHash' | 'lastUsedAt' | 'expiresAt'> & { user: User };

type FoundKey = Pick<
  ApiKey,
  'id' | 'secretHash' | 'status' | 'scopeRead' | 'scopeWrite' | 'scopeAdmin' | 'expiresAt' | 'lastUsedAt'
> & {
  user: User;
  /** Set only if the requested hash belongs to this secret. */
  previousSecret: Pick<PreviousSecret, 'secretHash' | 'expiresAt'> | null;
};

// One prepared statement each, because every API call begins here.
// If a partial index might serve a statement, SQLite prepares it again for each bound value, which takes six times as
// long as the search. It doesn't for the value of a subquery.
const given = (value: string) => Prisma.sql`(SELECT ${value})`;

// Columns are typed by their declaration. The user's columns keep their names; the credential's get a prefix.

type Prefixed<Prefix extends string, Row> = { [K in keyof Row & string as `${Prefix}.${K}`]: Row[K] };

/** The session of a token's hash, or of an id, with its user; null if it doesn't exist. */
export async function findSession(
  readRows: SqlReader,
  by: { tokenHash: string } | { id: string },
): Promise<FoundSession | null> {
  const isIt =
    'id' in by
      ? Prisma.sql`"Session"."id" = ${given(by.id)}`
      : Prisma.sql`"Session"."tokenHash" = ${given(by.tokenHash)}`;
  const [row] = await readRows<User & Prefixed<'session', Omit<FoundSession, 'user'>>>(Prisma.sql`
    SELECT "User".*, "Session"."id" AS "session.id", "Session"."tokenHash" AS "session.tokenHash",
      "Session"."lastUsedAt" AS "session.lastUsedAt", "Session"."expiresAt" AS "session.expiresAt"
    FROM "Session" JOIN "User" ON "User"."id" = "Session"."userId"
    WHERE ${isIt}`);
  if (!row) return null;
  const {
    'session.id': id,
    'session.tokenHash': storedHash,
    'session.lastUsedAt': lastUsedAt,
    'session.expiresAt': expiresAt,
    ...user
  } = row;
  return { id, tokenHash: storedHash, lastUsedAt, expiresAt, user };
}

type KeyRow = User &
  Prefixed<'key', Omit<FoundKey, 'user' | 'previousSecret'>> &
  Prefixed<'previous', { secretHash: string | null; expiresAt: Date | null }>;

/**
 * The API key of a secret's hash, whatever its status, with its owner; null if it doesn't exist. The hash may also
 * belong to a key's previous secret, expired or not.
 */
export async function findKey(readRows: SqlReader, secretHash: string): Promise<FoundKey | null> {
  const hash = given(secretHash);
  const [row] = await readRows<KeyRow>(Prisma.sql`
    SELECT "User".*, "ApiKey"."id" AS "key.id", "ApiKey"."secretHash" AS "key.secretHash",
      "ApiKey"."status" AS "key.status", "ApiKey"."scopeRead" AS "key.scopeRead",
      "ApiKey"."scopeWrite" AS "key.scopeWrite", "ApiKey"."scopeAdmin" AS "key.scopeAdmin",
      "ApiKey"."expiresAt" AS "key.expiresAt", "ApiKey"."lastUsedAt" AS "key.lastUsedAt",
      "PreviousSecret"."secretHash" AS "previous.secretHash", "PreviousSecret"."expiresAt" AS "previous.expiresAt"
    FROM "ApiKey" JOIN "User" ON "User"."id" = "ApiKey"."userId"
    LEFT JOIN "PreviousSecret"
      ON "PreviousSecret"."apiKeyId" = "ApiKey"."id" AND "PreviousSecret"."secretHash" = ${hash}
    WHERE "ApiKey"."secretHash" = ${hash}
      OR "ApiKey"."id" = (SELECT "apiKeyId" FROM "PreviousSecret" WHERE "secretHash" = ${hash})`);
  return row ? foundKey(row) : null;
}

function foundKey({
  'key.id': id,
  'key.secretHash': secretHash,
  'key.status': status,
  'key.scopeRead': scopeRead,
  'key.scopeWrite': scopeWrite,
  'key.scopeAdmin': scopeAdmin,
  'key.expiresAt': expiresAt,
  'key.lastUsedAt': lastUsedAt,
  'previous.secretHash': oldHash,
  'previous.expiresAt': oldExpiresAt,
  ...user
}: KeyRow): FoundKey {
  return {
    id,
    secretHash,
    status,
    scopeRead,
    scopeWrite,
    scopeAdmin,
    expiresAt,
    lastUsedAt,
    user,
    previousSecret: oldHash && oldExpiresAt ? { secretHash: oldHash, expiresAt: oldExpiresAt } : null,
  };
}
