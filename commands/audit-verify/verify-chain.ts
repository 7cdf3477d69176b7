import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { auditDaysOf, plans } from '@/lib/config/plans';
import { formatCount } from '@/lib/format/number';
import { DAY_MS } from '@/lib/rules/day';
import { genesisOf, linkHash } from '@/lib/server/audit/link-hash';
import { type ChainRow, chainRows } from './chain-rows';
import type { Head } from './heads-file';

/** The first place where a chain breaks, and why. */
interface Fault {
  /** Null for an event without a link. */
  sequence: number | null;
  eventId: string | null;
  what: string;
}

/** Where and why a chain breaks, to follow "broken". */
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
 * Walks an account's chain from its beginning or, if retention has removed the oldest events, from the checkpoint, up
 * to the first link that doesn't match.
 *
 * @param database must run no other query meanwhile
 * @param kept the head that was kept elsewhere before
 */
export async function verifyChain(
  database: Database,
  accountId: string,
  kept: Head | null,
  now: Date,
): Promise<ChainReport> {
  const start = checkpointOf(database, accountId);
  let last: Position = start ?? { sequence: 0, hash: genesisOf(accountId), at: null };
  let fault = kept && start ? removedHead(database, start, kept, now) : null;
  let links = 0;
  const rows = chainRows(database, accountId);
  let row = rows.next();
  while (!fault && !row.done) {
    const link = row.value;
    row = rows.next();
    fault = linkFault(accountId, last, link, row.done ? null : row.value);
    if (kept?.sequence === link.sequence && kept.hash !== link.hash) fault ??= at(link, OTHER_HASH);
    last = { sequence: link.sequence, hash: link.hash, at: link.event?.createdAt ?? null };
    links += 1;
    if (links % LINKS_PER_TURN === 0) await nextTurn();
  }
  // After the first fault the rest isn't read: free the connection for other queries.
  rows.return(undefined);
  fault ??= eventWithoutLink(database, accountId);
  if (kept && last.sequence < kept.sequence)
    fault ??= {
      sequence: last.sequence + 1,
      eventId: null,
      what: `the end was cut off, or a backup from before was restored: when the heads were kept there were ${kept.sequence} links`,
    };
  return { accountId, links, head: headOf(database, accountId, start), fault };
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
function removedHead(database: Database, checkpoint: Checkpoint, kept: Head, now: Date): Fault | null {
  const fault = (what: string): Fault => ({ sequence: kept.sequence, eventId: null, what });
  if (checkpoint.sequence === kept.sequence && checkpoint.hash !== kept.hash) return fault(OTHER_HASH);
  if (checkpoint.sequence < kept.sequence || kept.at === null) return null;
  const days = daysKept(database, kept.accountId, checkpoint.prunedAt);
  if (days === null) return fault('it was removed, although its plan keeps all events');
  const youngest = Math.min(checkpoint.prunedAt, now.getTime()) - days * DAY_MS;
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
 * @param prunedAt epoch milliseconds
 * @returns null if it kept all, on a plan that lib/config/plans.ts doesn't have
 */
function daysKept(database: Database, accountId: string, prunedAt: number): number | null {
  const left = database
    .prepare<[string, number], string>(
      `SELECT "from" FROM (
         SELECT "createdAt", "id",
           CASE WHEN json_valid("metadata") THEN json_extract("metadata", '$.changes.plan.from') END AS "from"
         FROM "AuditEvent" WHERE "accountId" = ? AND "action" = 'account.change_plan' AND "createdAt" >= ?)
       WHERE "from" IS NOT NULL ORDER BY "createdAt", "id" LIMIT 1`,
    )
    .pluck()
    .get(accountId, prunedAt);
  if (left !== undefined) return plans.find(({ name }) => name === left)?.auditDays ?? shortestPlan;
  const planId = database
    .prepare<[string], string>(`SELECT "planId" FROM "Account" WHERE "id" = ?`)
    .pluck()
    .get(accountId) as string | undefined;
  return planId === undefined ? shortestPlan : auditDaysOf(planId);
}

interface Checkpoint extends Position {
  /** Epoch milliseconds. */
  prunedAt: number;
}

function checkpointOf(database: Database, accountId: string): Checkpoint | null {
  const row = database
    .prepare<[string], Omit<Checkpoint, 'at'>>(
      `SELECT "sequence", "hash", "prunedAt" FROM "AuditCheckpoint" WHERE "accountId" = ?`,
    )
    .get(accountId);
  return row ? { ...row, at: null } : null;
}

function eventWithoutLink(database: Database, accountId: string): Fault | null {
  const event = database
    .prepare<[string], { id: string }>(
      `SELECT "id" FROM "AuditEvent" WHERE "accountId" = ? AND NOT EXISTS
         (SELECT 1 FROM "AuditLink" WHERE "eventId" = "id" AND "AuditLink"."accountId" = "AuditEvent"."accountId")
       ORDER BY "createdAt", "id" LIMIT 1`,
    )
    .get(accountId);
  return event ? { sequence: null, eventId: event.id, what: 'the event has no link' } : null;
}

/** The newest link, even of a broken chain. */
function headOf(database: Database, accountId: string, checkpoint: Position | null): Head | null {
  const row = database
    .prepare<[string], { sequence: number; hash: string; at: number | null }>(
      `SELECT "sequence", "hash", (SELECT "createdAt" FROM "AuditEvent" WHERE "id" = "eventId") AS "at"
       FROM "AuditLink" WHERE "accountId" = ? ORDER BY "sequence" DESC LIMIT 1`,
    )
    .get(accountId);
  if (!row)
    return checkpoint && { accountId, sequence: checkpoint.sequence, hash: checkpoint.hash, at: null };
  return { accountId, ...row, at: row.at === null ? null : new Date(row.at).toISOString() };
}
