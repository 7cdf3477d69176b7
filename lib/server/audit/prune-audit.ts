import { limits } from '@/lib/config/limits';
import { DAY_MS } from '@/lib/rules/day';
import { retentionDays } from '@/lib/server/audit/retention-days';
import type { Queries } from '@/lib/server/database/database';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';

/**
 * Removes what each account's plan no longer keeps of its trail, from the oldest event on; a checkpoint holds where
 * the chain goes on. Removes in the chain's order and stops at the first event that is kept, so that what stays is one
 * piece; every batch is a transaction of its own, and other writes go between. Ages count up
 * to the newest event of all accounts: a clock that runs ahead removes nothing.
 * @param isStopped asked before each batch
 * @returns how many events were removed
 */
export async function pruneAudit(ctx: ServerContext, isStopped = () => false): Promise<number> {
  const now = await newestMoment(ctx);
  let removed = 0;
  for (const account of await ctx.db.read.account.findMany({ select: { id: true, planId: true } })) {
    while (!isStopped() && (await outdated(ctx.db.read, account, now, 1)).length > 0) {
      const count = await ctx.db.write((tx) => removeBatch(tx, account.id, now));
      if (count === 0) break;
      removed += count;
    }
    await tellBroken(ctx.db.read, account.id);
  }
  return removed;
}

/** The moment of the newest event of any account; the clock's time where that is earlier, or there is none. */
async function newestMoment({ db, now }: ServerContext): Promise<Date> {
  const [newest] = await db.read.$queryRaw<{ at: number | bigint | null }[]>`
    SELECT max((SELECT max("createdAt") FROM "AuditEvent" WHERE "accountId" = "Account"."id")) + 0 AS "at"
    FROM "Account"`;
  const clock = now();
  return newest?.at == null ? clock : new Date(Math.min(clock.getTime(), Number(newest.at)));
}

/** A chain that begins without its event lets retention remove nothing more: an operator has to look into it. */
async function tellBroken(queries: Queries, accountId: string): Promise<void> {
  const [first] = await firstLinks(queries, accountId, 1);
  if (first?.createdAt !== null) return;
  const sequence = Number(first.sequence);
  logger.error(
    { accountId, sequence },
    'An audit chain is broken at its first link: retention leaves all of it',
  );
}

interface OldLink {
  sequence: number | bigint;
  hash: string;
  createdAt: number | bigint | null;
}

/** The account's first links, as many as precede the first event to keep, `limit` at most. */
async function outdated(
  queries: Queries,
  account: { id: string; planId: string },
  now: Date,
  limit: number,
): Promise<OldLink[]> {
  const days = await retentionDays(queries, account, now);
  if (days === null) return [];
  const links = await firstLinks(queries, account.id, limit);
  const before = now.getTime() - days * DAY_MS;
  // A link without its event is a broken chain, which is kept for an operator to look into.
  const kept = links.findIndex(({ createdAt }) => createdAt === null || Number(createdAt) >= before);
  return kept === -1 ? links : links.slice(0, kept);
}

const firstLinks = (queries: Queries, accountId: string, limit: number) => queries.$queryRaw<OldLink[]>`
  SELECT "sequence", "hash", (SELECT "createdAt" + 0 FROM "AuditEvent" WHERE "id" = "eventId") AS "createdAt"
  FROM "AuditLink" WHERE "accountId" = ${accountId} ORDER BY "sequence" LIMIT ${limit}`;

async function removeBatch(tx: Queries, accountId: string, now: Date): Promise<number> {
  // Read again: the plan may have changed meanwhile.
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { id: true, planId: true },
  });
  const links = await outdated(tx, account, now, limits.auditRetention.batch);
  const last = links.at(-1);
  if (!last) return 0;
  const sequence = Number(last.sequence);
  const checkpoint = { sequence, hash: last.hash, prunedAt: now };
  // In this order: SQLite's triggers let go of an event only with its link there, up to the checkpoint.
  await tx.auditCheckpoint.upsert({
    where: { accountId },
    create: { accountId, ...checkpoint },
    update: checkpoint,
  });
  await tx.$executeRaw`DELETE FROM "AuditEvent" WHERE "id" IN
    (SELECT "eventId" FROM "AuditLink" WHERE "accountId" = ${accountId} AND "sequence" <= ${sequence})`;
  await tx.$executeRaw`DELETE FROM "AuditLink" WHERE "accountId" = ${accountId} AND "sequence" <= ${sequence}`;
  return links.length;
}

/**
 * Removes once a day what the plans no longer keep of the audit trail, as each start does (prisma/seed.ts).
 * @returns ends it, after the batch that is being removed
 */
export function pruneDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const end = repeat(DAY_MS, async () => {
    try {
      const events = await pruneAudit(ctx, () => stopped);
      if (events > 0) logger.info({ events }, 'Audit events past their retention removed');
    } catch (err) {
      logger.error({ err }, 'Audit events past their retention could not be removed');
    }
  });
  return () => {
    stopped = true;
    return end();
  };
}
