import { limits } from '@/lib/config/limits';
import { auditDaysOf, plans } from '@/lib/config/plans';
import { DAY_MS } from '@/lib/rules/day';
import { fieldsOf } from '@/lib/rules/json';
import type { Queries } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { turns } from '@/lib/server/runtime/fair-turns';
import { repeat } from '@/lib/server/runtime/repeat';

/**
 * Removes the audit events that each account's plan no longer keeps; a checkpoint records where the chain continues.
 * Follows the chain and stops at the first event to keep, so that the rest stays in one piece. Every batch is its own
 * transaction, so other writes can run in between. An event's age is measured against the newest event of all accounts,
 * so a clock that runs ahead removes nothing.
 * @param isStopped checked before each batch
 * @returns how many events were removed
 */
export async function pruneAudit(ctx: ServerContext, isStopped = () => false): Promise<number> {
  const now = await newestMoment(ctx);
  let removed = 0;
  for (const account of await ctx.db.prisma.account.findMany({ select: { id: true, planId: true } })) {
    while (!isStopped() && (await outdated(ctx.db.prisma, account, now, 1)).length > 0) {
      await turns.begin('audit retention');
      const count = await ctx.db.write((tx) => removeBatch(tx, account.id, now), { accountId: account.id });
      if (count === 0) break;
      removed += count;
    }
    await logBrokenChain(ctx.db.prisma, account.id);
  }
  return removed;
}

/** When the newest event of any account happened; the current time if that is earlier, or if there are no events. */
async function newestMoment({ db, now }: ServerContext): Promise<Date> {
  const [newest] = await db.prisma.$queryRaw<{ at: Date | number | bigint | null }[]>`
    SELECT max((SELECT max("createdAt") FROM "AuditEvent" WHERE "accountId" = "Account"."id")) AS "at"
    FROM "Account"`;
  const clock = now();
  const at = momentOf(newest?.at);
  return at && at < clock ? at : clock;
}

/** Logs an error if the first link of a chain has lost its event: retention stops there until an operator looks. */
async function logBrokenChain(queries: Queries, accountId: string): Promise<void> {
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
  createdAt: Date | null;
}

/** The account's links before the first event to keep, `limit` at most. */
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
  // A link without its event is a broken chain. It stays so that an operator can look into it.
  const kept = links.findIndex(({ createdAt }) => createdAt === null || createdAt.getTime() >= before);
  return kept === -1 ? links : links.slice(0, kept);
}

const firstLinks = (queries: Queries, accountId: string, limit: number) => queries.$queryRaw<OldLink[]>`
  SELECT "sequence", "hash", "createdAt"
  FROM "AuditLink" LEFT JOIN "AuditEvent" ON "AuditEvent"."id" = "eventId"
  WHERE "AuditLink"."accountId" = ${accountId} ORDER BY "sequence" LIMIT ${limit}`;

async function removeBatch(tx: Queries, accountId: string, now: Date): Promise<number> {
  // Read again, because the plan may have changed.
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { id: true, planId: true },
  });
  const links = await outdated(tx, account, now, limits.auditRetention.batch);
  const last = links.at(-1);
  if (!last) return 0;
  const sequence = Number(last.sequence);
  const checkpoint = { sequence, hash: last.hash, prunedAt: now };
  // In this order: the triggers allow deleting an event only while its link exists, and only up to the checkpoint.
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
 * Prunes the audit trail daily, as each start does (prisma/seed.ts).
 * @returns stops it, after the current batch
 */
export function pruneAuditDaily(ctx: ServerContext): () => Promise<void> {
  let stopped = false;
  const end = repeat(DAY_MS, async () => {
    try {
      const events = await ctx.db.tryExclusive('audit retention', () => pruneAudit(ctx, () => stopped));
      if (events) logger.info({ events }, 'Audit events past their retention removed');
    } catch (err) {
      logger.error({ err }, "Audit events past their retention couldn't be removed");
    }
  });
  return () => {
    stopped = true;
    return end();
  };
}

const longest = Math.max(...plans.map(({ auditDays }) => auditDays));

/**
 * How many days an account's trail keeps an event: as many as its plan allows, or longer after a change of plan.
 * @returns null to keep all events, if lib/config/plans.ts doesn't have the plan
 */
export async function retentionDays(
  queries: Queries,
  account: { id: string; planId: string },
  now: Date,
): Promise<number | null> {
  return (await longerRetention(queries, account, now))?.days ?? auditDaysOf(account.planId);
}

/** The retention of a plan before, and until when it applies. */
export interface LongerRetention {
  days: number;
  until: Date;
}

/**
 * For 30 days after a change of plan, the old plan's retention applies if it is longer. So a change that is soon undone
 * loses nothing.
 * @returns the longest such retention in force; null if there is none
 */
export async function longerRetention(
  queries: Queries,
  account: { id: string; planId: string },
  now: Date,
): Promise<LongerRetention | null> {
  const present = auditDaysOf(account.planId);
  if (present === null) return null;
  const { grace } = limits.auditRetention;
  const changes = await queries.auditEvent.findMany({
    where: {
      accountId: account.id,
      action: 'account.change_plan',
      createdAt: { gte: new Date(now.getTime() - grace) },
    },
    select: { metadata: true, createdAt: true },
  });
  const [longest = null] = changes
    .map(({ metadata, createdAt }) => ({
      days: daysBefore(metadata),
      until: new Date(createdAt.getTime() + grace),
    }))
    .filter(({ days }) => days > present)
    .sort((one, other) => other.days - one.days || other.until.getTime() - one.until.getTime());
  return longest;
}

/** The retention of the plan that an event's account left; for an unknown plan, the longest of all plans. */
function daysBefore(metadata: unknown): number {
  const { plan } = fieldsOf(fieldsOf(metadata).changes);
  // Undoing a cancellation changes only the status.
  if (plan === undefined) return 0;
  return plans.find(({ name }) => name === fieldsOf(plan).from)?.auditDays ?? longest;
}
