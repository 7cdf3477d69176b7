import type { Queries } from '@/lib/server/database/database';
import {
  type ApiKey,
  type PreviousSecret,
  Prisma,
  type Session,
  type User,
} from '@/prisma/generated/prisma/client';

export type FoundSession = Pick<Session, 'id' | 'tokenHash' | 'lastUsedAt' | 'expiresAt'> & { user: User };

export type FoundKey = Pick<
  ApiKey,
  'id' | 'secretHash' | 'status' | 'scopeRead' | 'scopeWrite' | 'scopeAdmin' | 'expiresAt' | 'lastUsedAt'
> & {
  user: User;
  /** Read only where it is the secret that was asked for. */
  previousSecret: Pick<PreviousSecret, 'secretHash' | 'expiresAt'> | null;
};

// Joined by hand: every call of the API begins here, and an `include` is two queries, at twice the cost.
// Columns come typed by their declaration; the user's stand for themselves, the credential's carry its name.

type Prefixed<Prefix extends string, Row> = { [K in keyof Row & string as `${Prefix}.${K}`]: Row[K] };

/** The session of a token's hash, with its user; null where there is none. */
export async function findSession(queries: Queries, tokenHash: string): Promise<FoundSession | null> {
  const [row] = await queries.$queryRaw<(User & Prefixed<'session', Omit<FoundSession, 'user'>>)[]>`
    SELECT "User".*, "Session"."id" AS "session.id", "Session"."tokenHash" AS "session.tokenHash",
      "Session"."lastUsedAt" AS "session.lastUsedAt", "Session"."expiresAt" AS "session.expiresAt"
    FROM "Session" JOIN "User" ON "User"."id" = "Session"."userId"
    WHERE "Session"."tokenHash" = ${tokenHash}`;
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
  Partial<Prefixed<'previous', NonNullable<FoundKey['previousSecret']>>>;

const keyColumns = Prisma.sql`"User".*, "ApiKey"."id" AS "key.id", "ApiKey"."secretHash" AS "key.secretHash",
  "ApiKey"."status" AS "key.status", "ApiKey"."scopeRead" AS "key.scopeRead",
  "ApiKey"."scopeWrite" AS "key.scopeWrite", "ApiKey"."scopeAdmin" AS "key.scopeAdmin",
  "ApiKey"."expiresAt" AS "key.expiresAt", "ApiKey"."lastUsedAt" AS "key.lastUsedAt"`;

/**
 * The API key of a secret's hash, in whatever state, with its owner; null where there is none. A secret that is no
 * key's present one is looked for among the previous ones, ended or not: that is the second statement.
 */
export async function findKey(queries: Queries, secretHash: string): Promise<FoundKey | null> {
  const [present] = await queries.$queryRaw<KeyRow[]>`
    SELECT ${keyColumns} FROM "ApiKey" JOIN "User" ON "User"."id" = "ApiKey"."userId"
    WHERE "ApiKey"."secretHash" = ${secretHash}`;
  if (present) return foundKey(present);
  const [previous] = await queries.$queryRaw<KeyRow[]>`
    SELECT ${keyColumns}, "PreviousSecret"."secretHash" AS "previous.secretHash",
      "PreviousSecret"."expiresAt" AS "previous.expiresAt"
    FROM "PreviousSecret" JOIN "ApiKey" ON "ApiKey"."id" = "PreviousSecret"."apiKeyId"
    JOIN "User" ON "User"."id" = "ApiKey"."userId"
    WHERE "PreviousSecret"."secretHash" = ${secretHash}`;
  return previous ? foundKey(previous) : null;
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
    ...{ id, secretHash, status, scopeRead, scopeWrite, scopeAdmin, expiresAt, lastUsedAt },
    user,
    previousSecret: oldHash && oldExpiresAt ? { secretHash: oldHash, expiresAt: oldExpiresAt } : null,
  };
}
