import { addDays, type Day, dayOf } from '@/lib/rules/day';
import { retentionDays } from '@/lib/server/audit/prune-audit';
import type { SqlReader } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { type DailyModelCalls, Prisma } from '@/prisma/generated/prisma/client';

/** Rows of an account that are looked at at once, and deleted in one transaction. */
const PAGE = 1_000;

/** Rows of one day for one user and workflow. */
type Place = Pick<DailyModelCalls, 'userId' | 'workflow' | 'day'>;

/**
 * Removes how models' calls ended on days that are older than the audit events that an account's plan keeps. Looks at each
 * row once.
 * @param isStopped checked before each page
 * @returns how many rows were removed
 */
export async function pruneModelCalls(ctx: ServerContext, isStopped = () => false): Promise<number> {
  let removed = 0;
  const accounts = await ctx.db.prisma.account.findMany({ select: { id: true, planId: true } });
  for (const account of accounts) {
    const accountId = account.id;
    const days = await retentionDays(ctx.db.prisma, account, ctx.now());
    if (days === null) continue;
    const first = addDays(dayOf(ctx.now()), -days);
    for await (const page of pagesOf(ctx.db.sql, accountId)) {
      if (isStopped()) return removed;
      if (!(await hasOlder(ctx.db.sql, page, first))) continue;
      removed += await ctx.db.write(
        (tx) => tx.$executeRaw`DELETE FROM "DailyModelCalls" WHERE ${page} AND "day" < ${first}`,
        { accountId },
      );
    }
  }
  return removed;
}

/** Conditions of an account's rows, page by page. */
async function* pagesOf(rows: SqlReader, accountId: string): AsyncGenerator<Prisma.Sql> {
  const ofAccount = Prisma.sql`"accountId" = ${accountId}`;
  let rest = ofAccount;
  for (;;) {
    await turns.begin('job retention');
    const [last] = await rows<Place>(Prisma.sql`
      SELECT "userId", "workflow", "day" FROM "DailyModelCalls" WHERE ${rest}
      ORDER BY "userId", "workflow", "day" LIMIT 1 OFFSET ${PAGE - 1}`);
    if (!last) {
      yield rest;
      return;
    }
    const place = Prisma.sql`(${last.userId}, ${last.workflow}, ${last.day})`;
    yield Prisma.sql`${rest} AND ("userId", "workflow", "day") <= ${place}`;
    rest = Prisma.sql`${ofAccount} AND ("userId", "workflow", "day") > ${place}`;
  }
}

async function hasOlder(rows: SqlReader, page: Prisma.Sql, first: Day): Promise<boolean> {
  const found = await rows(Prisma.sql`
    SELECT 1 AS "found" FROM "DailyModelCalls" WHERE ${page} AND "day" < ${first} LIMIT 1`);
  return found.length > 0;
}
