import { endOfDay, startOfDay } from '@/lib/rules/day';
import type { Queries } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import { idPrefixes } from '@/lib/server/ids';
import type { PageQuery } from '@/lib/server/list-page';
import { foldText } from '@/lib/server/users/user-names';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

interface JobQuery {
  accountId: string;
  /** Only this user's jobs. */
  userId?: string | undefined;
  /** Part of a name, or the beginning of an id. */
  words?: string | null | undefined;
  status?: Job['status'] | null | undefined;
  errorCode?: string | null | undefined;
  /** The bulk run whose rows they ran; without one, single jobs. */
  bulkJobId?: string | null | undefined;
  /** First and last UTC day on which they were started. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/**
 * The ids of jobs from the cursor on, newest first, its own row included. In SQL, for the reasons of `findUsers`. Each
 * condition but the error code is one of an index with the name, so that even a search without a match reads no job.
 */
export async function findJobs(
  queries: Queries,
  { accountId, userId, words, status, errorCode, bulkJobId, from, to }: JobQuery,
  { take, from: cursor }: PageQuery<{ id: string }>,
): Promise<{ id: string }[]> {
  const back = take < 0;
  const direction = Prisma.raw(back ? 'ASC' : 'DESC');
  // Jobs belong to the account of their user. Naming both would lead SQLite away from the user's few jobs.
  const listed = userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`;
  const rows = await queries.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Job"
    WHERE ${listed} AND "bulkRunId" ${bulkJobId ? Prisma.sql`= ${bulkJobId}` : Prisma.sql`IS NULL`}
      ${words ? Prisma.sql`AND ${matches(queries.dialect, words)}` : Prisma.empty}
      ${status ? Prisma.sql`AND "status" = ${status}` : Prisma.empty}
      ${errorCode ? Prisma.sql`AND "errorCode" = ${errorCode}` : Prisma.empty}
      ${from ? Prisma.sql`AND "createdAt" >= ${startOfDay(from)}` : Prisma.empty}
      ${to ? Prisma.sql`AND "createdAt" < ${endOfDay(to)}` : Prisma.empty}
      ${cursor ? Prisma.sql`AND ("createdAt", "id") ${Prisma.raw(back ? '>=' : '<=')} (SELECT "createdAt", "id" FROM "Job" WHERE "id" = ${cursor.id})` : Prisma.empty}
    ORDER BY "createdAt" ${direction}, "id" ${direction}
    LIMIT ${Math.abs(take)}`;
  return back ? rows.reverse() : rows;
}

/** All ids have the same prefix, so words match the beginning of an id only if they are longer than the prefix. */
function matches({ contains }: Dialect, words: string): Prisma.Sql {
  const folded = foldText(words);
  const inName = folded ? contains(Prisma.sql`"searchName"`, folded) : Prisma.sql`1 = 1`;
  const start = words.toLowerCase();
  if (!start.startsWith(idStart) || start === idStart) return inName;
  return Prisma.sql`(${inName} OR substr("id", 1, ${start.length}) = ${start})`;
}

const idStart = `${idPrefixes.job}_`;
