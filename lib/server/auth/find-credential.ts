import type { Queries } from '@/lib/server/database';
import type { ApiKey, Session, User } from '@/prisma/generated/prisma/client';

export type FoundSession = Pick<Session, 'id' | 'tokenHash' | 'lastUsedAt' | 'expiresAt'> & { user: User };

export type FoundKey = Pick<
  ApiKey,
  'id' | 'secretHash' | 'status' | 'scopeRead' | 'scopeWrite' | 'scopeAdmin' | 'expiresAt' | 'lastUsedAt'
> & { user: User };

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

/** The API key of a secret's hash, in whatever state, with its owner; null where there is none. */
export async function findKey(queries: Queries, secretHash: string): Promise<FoundKey | null> {
  const [row] = await queries.$queryRaw<(User & Prefixed<'key', Omit<FoundKey, 'user'>>)[]>`
    SELECT "User".*, "ApiKey"."id" AS "key.id", "ApiKey"."secretHash" AS "key.secretHash",
      "ApiKey"."status" AS "key.status", "ApiKey"."scopeRead" AS "key.scopeRead",
      "ApiKey"."scopeWrite" AS "key.scopeWrite", "ApiKey"."scopeAdmin" AS "key.scopeAdmin",
      "ApiKey"."expiresAt" AS "key.expiresAt", "ApiKey"."lastUsedAt" AS "key.lastUsedAt"
    FROM "ApiKey" JOIN "User" ON "User"."id" = "ApiKey"."userId"
    WHERE "ApiKey"."secretHash" = ${secretHash}`;
  if (!row) return null;
  const {
    'key.id': id,
    'key.secretHash': storedHash,
    'key.status': status,
    'key.scopeRead': scopeRead,
    'key.scopeWrite': scopeWrite,
    'key.scopeAdmin': scopeAdmin,
    'key.expiresAt': expiresAt,
    'key.lastUsedAt': lastUsedAt,
    ...user
  } = row;
  return {
    ...{ id, secretHash: storedHash, status, scopeRead, scopeWrite, scopeAdmin, expiresAt, lastUsedAt },
    user,
  };
}
