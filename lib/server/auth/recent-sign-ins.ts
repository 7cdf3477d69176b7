import type { Queries } from '@/lib/server/database/database';
import type { User } from '@/prisma/generated/prisma/client';

/** A sign-in has to stay quick for a program too that signs in every minute. */
const signInsRead = 1_000;

/**
 * What the audit trail tells of a person's last 1,000 sign-ins, each value once; also of sessions that have ended.
 * @param fact a detail of `session.start`; sign-ins without it are left out
 */
export async function recentSignIns(
  db: Queries,
  user: Pick<User, 'id' | 'accountId'>,
  fact: 'device' | 'address',
  since: Date,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ value: string | null }[]>`
    SELECT DISTINCT json_extract("metadata", ${`$.${fact}`}) AS "value" FROM (
      SELECT "metadata" FROM "AuditEvent"
      WHERE "accountId" = ${user.accountId} AND "userId" = ${user.id} AND "action" = 'session.start'
        AND "createdAt" >= ${since}
      ORDER BY "createdAt" DESC, "id" DESC LIMIT ${signInsRead}
    )`;
  return rows.flatMap(({ value }) => value ?? []);
}
