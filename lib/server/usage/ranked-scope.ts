import type { UsageRange } from '@/lib/server/usage/usage-range';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Whose work is ranked: an account's users or templates, or the templates of one of its users. */
export type RankedScope =
  | { grain: 'USER' | 'TEMPLATE'; accountId: string }
  | { grain: 'USER_TEMPLATE'; accountId: string; subjectId: string };

/** The column of what is ranked. */
export const subjectColumn = ({ grain }: RankedScope): Prisma.Sql =>
  grain === 'USER_TEMPLATE' ? Prisma.sql`"templateId"` : Prisma.sql`"subjectId"`;

/** The daily usage rows of the range, from an index with every column that a ranking reads. */
export const rowsOf = (scope: RankedScope, { from, to }: UsageRange): Prisma.Sql => Prisma.sql`
  "DailyUsage" WHERE "accountId" = ${scope.accountId} AND "grain" = ${scope.grain}
    AND "day" BETWEEN ${from} AND ${to}
    ${scope.grain === 'USER_TEMPLATE' ? Prisma.sql`AND "subjectId" = ${scope.subjectId}` : Prisma.empty}`;
