import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Whose work is ranked: an account's users, templates, models or keys, or those of one of its users. */
export type RankedScope =
  | { grain: 'USER' | 'TEMPLATE' | 'MODEL' | 'API_KEY'; accountId: string }
  | { grain: 'USER_TEMPLATE' | 'USER_MODEL' | 'USER_API_KEY'; accountId: string; subjectId: string };

/** The column of what is ranked. */
export const subjectColumn = (scope: RankedScope): Prisma.Sql =>
  'subjectId' in scope ? Prisma.sql`"templateId"` : Prisma.sql`"subjectId"`;

/** The daily usage rows of the range, from an index with every column that a ranking reads. */
export const rowsOf = (scope: RankedScope, { from, to }: UsageRange): Prisma.Sql => Prisma.sql`
  "DailyUsage" WHERE "accountId" = ${scope.accountId} AND "grain" = ${scope.grain}
    AND "day" BETWEEN ${from} AND ${to}
    ${'subjectId' in scope ? Prisma.sql`AND "subjectId" = ${scope.subjectId}` : Prisma.empty}`;
