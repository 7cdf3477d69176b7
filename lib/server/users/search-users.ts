import type { Queries } from '@/lib/server/database';
import type { PageQuery } from '@/lib/server/list-page';
import { Prisma, type User } from '@/prisma/generated/prisma/client';

/**
 * The ids of the users whose e-mail address, first or last name holds the words as they stand, newest first.
 * By hand, for Prisma's `contains` takes % and _ for wildcards on SQLite. ASCII letters match in either case.
 */
export async function searchUsers(
  queries: Queries,
  {
    accountId,
    role,
    status,
    words,
  }: { accountId: string; role?: User['role'] | null; status?: User['status'] | null; words: string },
  { take, cursor }: PageQuery,
): Promise<string[]> {
  const back = take < 0;
  const from = Prisma.sql`(SELECT "createdAt", "id" FROM "User" WHERE "id" = ${cursor?.id})`;
  const order = Prisma.raw(back ? 'ASC' : 'DESC');
  const rows = await queries.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User"
    WHERE "accountId" = ${accountId}
      AND (
        instr(lower("email"), lower(${words})) > 0
        OR instr(lower("firstName"), lower(${words})) > 0
        OR instr(lower("lastName"), lower(${words})) > 0
      )
      ${role ? Prisma.sql`AND "role" = ${role}` : Prisma.empty}
      ${status ? Prisma.sql`AND "status" = ${status}` : Prisma.empty}
      ${cursor ? Prisma.sql`AND ("createdAt", "id") ${Prisma.raw(back ? '>=' : '<=')} ${from}` : Prisma.empty}
    ORDER BY "createdAt" ${order}, "id" ${order}
    LIMIT ${Math.abs(take)}`;
  const ids = rows.map(({ id }) => id);
  return back ? ids.reverse() : ids;
}
