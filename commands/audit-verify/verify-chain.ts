import type { Database } from 'better-sqlite3';
import { formatCount } from '@/lib/format/number';
import { DAY_MS } from '@/lib/rules/day';
import { genesisOf, linkHash } from '@/lib/server/audit/link-hash';
import { type ChainRow, chainRows } from './chain-rows';
import { daysKept } from './days-kept';
import type { Head } from './heads-file';

/** Where a chain first does not hold, and why. */
export interface Fault {
  /** Null: an event that stands in no chain. */
  sequence: number | null;
  eventId: string | null;
  what: string;
}

export interface ChainReport {
  accountId: string;
  /** Links that were checked. */
  links: number;
  /** Null: the account has never had an event. */
  head: Head | null;
  fault: Fault | null;
}

const ANEW =
  'the chain was written anew, or went on from a backup that was restored: its hash was another one when the heads were kept';

/**
 * Walks an account's chain from its beginning or, where retention has removed the oldest events, from the checkpoint,
 * up to the first link that does not hold.
 * @param kept the head as it was kept elsewhere, earlier
 */
export function verifyChain(
  database: Database,
  accountId: string,
  kept: Head | null,
  now: Date,
): ChainReport {
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
    if (kept?.sequence === link.sequence && kept.hash !== link.hash) fault ??= at(link, ANEW);
    last = { sequence: link.sequence, hash: link.hash, at: link.event?.createdAt ?? null };
    links += 1;
  }
  // At the first fault the rest is not read; the connection is free again for other queries.
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
  // The link after it was made from the true hash of this one.
  const fits = (previous: string) => next?.event && linkHash(previous, next.event) === next.hash;
  if (fits(hash)) return at(link, 'the event was changed, or another stood here');
  if (fits(computed)) return at(link, 'the hash of the link was changed');
  return at(link, 'the event and the hash of its link do not fit');
}

/** A head that retention has reached since: its hash where it is the checkpoint, else whether its time had come. */
function removedHead(database: Database, checkpoint: Checkpoint, kept: Head, now: Date): Fault | null {
  const fault = (what: string): Fault => ({ sequence: kept.sequence, eventId: null, what });
  if (checkpoint.sequence === kept.sequence && checkpoint.hash !== kept.hash) return fault(ANEW);
  if (checkpoint.sequence < kept.sequence || kept.at === null) return null;
  const days = daysKept(database, kept.accountId, checkpoint.prunedAt);
  if (days === null) return fault('it was removed, although its plan keeps all events');
  const youngest = Math.min(checkpoint.prunedAt, now.getTime()) - days * DAY_MS;
  return Date.parse(kept.at) >= youngest
    ? fault(`it was removed, although its event was younger than ${formatCount(days)} days`)
    : null;
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

/** The newest link, whole chain or not. */
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
