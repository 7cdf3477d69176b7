import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { auditDaysOf, plans } from '@/lib/config/plans';
import { formatCount } from '@/lib/format/number';
import { DAY_MS } from '@/lib/rules/day';
import { genesisOf, type LinkedEvent, linkHash } from '@/lib/server/audit/audit-chain';
import type { SqlReader } from '@/lib/server/database/database';
import { momentOf } from '@/lib/server/database/dialect';
import { badInput } from '@/lib/server/errors';
import { Prisma } from '@/prisma/generated/prisma/client';
import type { Head } from './heads-file';

/** The first place where a chain breaks, and why. */
interface Fault {
  /** Null for an event without a link. */
  sequence: number | null;
  eventId: string | null;
  what: string;
}

/** The place of a chain's break and its reason, to follow "broken". */
export function faultText({ sequence, eventId, what }: Fault): string {
  const place = sequence === null ? '' : ` at link ${sequence}`;
  const event = eventId === null ? '' : ` (event ${eventId})`;
  return `${place}${event}: ${what}`;
}

export interface ChainReport {
  accountId: string;
  /** How many links were checked. */
  links: number;
  /** Null if the account has never had an event. */
  head: Head | null;
  fault: Fault | null;
}

/** Links that are checked before signals and other work get their turn: some 10 ms. */
const LINKS_PER_TURN = 1_000;

const OTHER_HASH =
  'the chain was rewritten, or continued from a restored backup: its hash was different when the heads were saved';

/**
 * Walks an account's chain from its beginning up to the first link that doesn't match. If retention has removed the
 * oldest events, it begins at the checkpoint.
 *
 * @param rows of one state of the database
 * @param kept the head that was kept elsewhere before
 */
async function verifyChain(
  rows: SqlReader,
  accountId: string,
  kept: Head | null,
  now: Date,
): Promise<ChainReport> {
  const start = await checkpointOf(rows, accountId);
  let last: Position = start ?? { sequence: 0, hash: genesisOf(accountId), at: null };
  let fault = kept && start ? await removedHead(rows, start, kept, now) : null;
  let links = 0;
  const chain = chainRows(rows, accountId);
  let row = await chain.next();
  while (!fault && !row.done) {
    const link = row.value;
    row = await chain.next();
    fault = linkFault(accountId, last, link, row.done ? null : row.value);
    if (kept?.sequence === link.sequence && kept.hash !== link.hash) fault ??= at(link, OTHER_HASH);
    last = { sequence: link.sequence, hash: link.hash, at: link.event?.createdAt ?? null };
    links += 1;
    if (links % LINKS_PER_TURN === 0) await nextTurn();
  }
  fault ??= await eventWithoutLink(rows, accountId);
  if (kept && last.sequence < kept.sequence)
    fault ??= {
      sequence: last.sequence + 1,
      eventId: null,
      what: `the end was cut off, or a backup from before was restored: when the heads were kept there were ${kept.sequence} links`,
    };
  return { accountId, links, head: await headOf(rows, accountId, start), fault };
}

interface Position {
  sequence: number;
  hash: string;
  at: Date | null;
}

const at = ({ sequence, eventId }: ChainRow, what: string): Fault => ({ sequence, eventId, what });

function linkFault(accountId: string, last: Position, link: ChainRow, next: ChainRow | null): Fault | null {
  const { sequence, event, hash } = link;
  if (sequence <= last.sequence)
    return at(link, 'it was removed according to the checkpoint, and is still there');
  if (sequence > last.sequence + 1)
    return {
      sequence: last.sequence + 1,
      eventId: null,
      what: `the link is missing: after ${last.sequence} comes ${sequence}`,
    };
  if (!event) return at(link, 'the event is missing');
  if (event.accountId !== accountId) return at(link, `the event is one of the account ${event.accountId}`);
  const computed = linkHash(last.hash, event);
  if (computed === hash) return null;
  // The next link was made from the true hash of this one.
  const fits = (previous: string) => next?.event && linkHash(previous, next.event) === next.hash;
  if (fits(hash)) return at(link, 'the event was changed or replaced');
  if (fits(computed)) return at(link, 'the hash of the link was changed');
  return at(link, "the event and the hash of its link don't fit");
}

/** Checks a head that retention has removed since: its hash if it is the checkpoint, and whether it was old enough. */
async function removedHead(
  rows: SqlReader,
  checkpoint: Checkpoint,
  kept: Head,
  now: Date,
): Promise<Fault | null> {
  const fault = (what: string): Fault => ({ sequence: kept.sequence, eventId: null, what });
  if (checkpoint.sequence === kept.sequence && checkpoint.hash !== kept.hash) return fault(OTHER_HASH);
  if (checkpoint.sequence < kept.sequence || kept.at === null) return null;
  const days = await daysKept(rows, kept.accountId, checkpoint.prunedAt);
  if (days === null) return fault('it was removed, although its plan keeps all events');
  const youngest = Math.min(checkpoint.prunedAt.getTime(), now.getTime()) - days * DAY_MS;
  return Date.parse(kept.at) >= youngest
    ? fault(`it was removed, although its event was younger than ${formatCount(days)} days`)
    : null;
}

const shortestPlan = Math.min(...plans.map(({ auditDays }) => auditDays));

/**
 * The least number of days for which the account kept an event when retention last removed some: those of its plan at
 * that time. The first plan change since then names that plan; without a change it is the current one. Retention can't
 * have removed such a change: it would have run again.
 *
 * @returns null if it kept all, on a plan that lib/config/plans.ts doesn't have
 */
async function daysKept(rows: SqlReader, accountId: string, prunedAt: Date): Promise<number | null> {
  const changes = await rows<{ metadata: string }>(
    Prisma.sql`SELECT CAST("metadata" AS TEXT) AS "metadata" FROM "AuditEvent"
      WHERE "accountId" = ${accountId} AND "action" = 'account.change_plan' AND "createdAt" >= ${prunedAt}
      ORDER BY "createdAt", "id"`,
  );
  const left = changes.map(({ metadata }) => formerPlan(storedJson(metadata))).find((name) => name !== null);
  if (left !== undefined) return plans.find(({ name }) => name === left)?.auditDays ?? shortestPlan;
  const [account] = await rows<{ planId: string }>(
    Prisma.sql`SELECT "planId" FROM "Account" WHERE "id" = ${accountId}`,
  );
  return account ? auditDaysOf(account.planId) : shortestPlan;
}

const planChange = z.object({ changes: z.object({ plan: z.object({ from: z.string() }) }) });

/** Null for an event whose metadata names none. */
const formerPlan = (metadata: unknown): string | null =>
  planChange.safeParse(metadata).data?.changes.plan.from ?? null;

interface Checkpoint extends Position {
  prunedAt: Date;
}

async function checkpointOf(rows: SqlReader, accountId: string): Promise<Checkpoint | null> {
  const [row] = await rows<Omit<Checkpoint, 'at'>>(
    Prisma.sql`SELECT "sequence", "hash", "prunedAt" FROM "AuditCheckpoint" WHERE "accountId" = ${accountId}`,
  );
  return row ? { ...row, at: null } : null;
}

async function eventWithoutLink(rows: SqlReader, accountId: string): Promise<Fault | null> {
  const [event] = await rows<{ id: string }>(
    Prisma.sql`SELECT "id" FROM "AuditEvent" WHERE "accountId" = ${accountId} AND NOT EXISTS
        (SELECT 1 FROM "AuditLink" WHERE "eventId" = "id" AND "AuditLink"."accountId" = "AuditEvent"."accountId")
      ORDER BY "createdAt", "id" LIMIT 1`,
  );
  return event ? { sequence: null, eventId: event.id, what: 'the event has no link' } : null;
}

/** The newest link, even of a broken chain. */
async function headOf(rows: SqlReader, accountId: string, checkpoint: Position | null): Promise<Head | null> {
  const [row] = await rows<{ sequence: number; hash: string; at: Date | number | null }>(
    Prisma.sql`SELECT "sequence", "hash", (SELECT "createdAt" FROM "AuditEvent" WHERE "id" = "eventId") AS "at"
      FROM "AuditLink" WHERE "accountId" = ${accountId} ORDER BY "sequence" DESC LIMIT 1`,
  );
  if (!row)
    return checkpoint && { accountId, sequence: checkpoint.sequence, hash: checkpoint.hash, at: null };
  return { accountId, ...row, at: momentOf(row.at)?.toISOString() ?? null };
}

/** A link with the event that it names, if that exists. */
interface ChainRow {
  sequence: number;
  eventId: string;
  hash: string;
  event: LinkedEvent | null;
}

interface StoredRow {
  sequence: number;
  eventId: string;
  hash: string;
  id: string | null;
  accountId: string;
  userId: string | null;
  action: string;
  entityId: string;
  metadata: string;
  createdAt: Date;
}

/** Links per query: some 10 ms. */
const PAGE = 1_000;

/** An account's links in their order, one at a time. */
async function* chainRows(rows: SqlReader, accountId: string): AsyncGenerator<ChainRow> {
  for (let page = await pageAfter(null); page.length > 0; page = await pageAfter(page.at(-1))) {
    for (const { sequence, eventId, hash, id, metadata, ...columns } of page) {
      const event = id === null ? null : { id, ...columns, metadata: storedJson(metadata) };
      yield { sequence, eventId, hash, event };
    }
    if (page.length < PAGE) return;
  }

  function pageAfter(last: StoredRow | null | undefined): Promise<StoredRow[]> {
    const after = last ? Prisma.sql`AND "AuditLink"."sequence" > ${last.sequence}` : Prisma.empty;
    return rows<StoredRow>(
      Prisma.sql`
        SELECT "sequence", "eventId", "hash", "AuditEvent"."id", "AuditEvent"."accountId", "userId", "action",
          "entityId", CAST("metadata" AS TEXT) AS "metadata", "createdAt"
        FROM "AuditLink" LEFT JOIN "AuditEvent" ON "AuditEvent"."id" = "eventId"
        WHERE "AuditLink"."accountId" = ${accountId} ${after}
        ORDER BY "sequence" LIMIT ${PAGE}`,
    );
  }
}

/** A column's JSON, read as text: the two databases would return it in different types. Invalid JSON stays text. */
function storedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Checks the chain of one account, or of every account that any part of the trail names. Other work gets its turn
 * between the links.
 *
 * @param rows of one state of the database, while servers keep writing
 * @param kept heads that were kept elsewhere, by account
 * @throws AppError BAD_USER_INPUT for an account that doesn't exist
 */
export async function* verifyTrail(
  rows: SqlReader,
  { account, kept, now }: { account: string | null; kept: Map<string, Head>; now: Date },
): AsyncGenerator<ChainReport> {
  const accounts = await accountsIn(rows, kept);
  if (account !== null && !accounts.includes(account))
    throw badInput({ account: `There is no account ${account}.` });
  for (const id of account === null ? accounts : [account])
    yield await verifyChain(rows, id, kept.get(id) ?? null, now);
}

/** Includes accounts that no longer exist: a chain mustn't vanish with its account. */
async function accountsIn(rows: SqlReader, kept: Map<string, Head>): Promise<string[]> {
  const found = await rows<{ id: string }>(
    Prisma.sql`SELECT "id" FROM "Account" UNION SELECT "accountId" FROM "AuditLink"
      UNION SELECT "accountId" FROM "AuditCheckpoint" UNION SELECT "accountId" FROM "AuditEvent"`,
  );
  return [...new Set([...found.map(({ id }) => id), ...kept.keys()])].sort();
}

/** Verifies the trail of every account of a database. @returns how many accounts there are, and a fault of each broken one */
export async function checkTrails(
  rows: Parameters<typeof verifyTrail>[0],
  now = new Date(),
): Promise<{ accounts: number; faults: string[] }> {
  const faults: string[] = [];
  let accounts = 0;
  for await (const { accountId, fault } of verifyTrail(rows, { account: null, kept: new Map(), now })) {
    accounts += 1;
    if (fault) faults.push(`account ${accountId}${faultText(fault)}`);
  }
  return { accounts, faults };
}
