import type { Database } from 'better-sqlite3';
import type { LinkedEvent } from '@/lib/server/audit/link-hash';

/** A link with the event that it names, if that exists. */
export interface ChainRow {
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
  createdAt: number;
}

/** An account's links in their order, one at a time. */
export function* chainRows(database: Database, accountId: string): Generator<ChainRow> {
  const rows = database.prepare<[string], StoredRow>(
    `SELECT "sequence", "eventId", "hash", "AuditEvent"."id", "AuditEvent"."accountId", "userId", "action",
       "entityId", "metadata", "createdAt"
     FROM "AuditLink" LEFT JOIN "AuditEvent" ON "AuditEvent"."id" = "eventId"
     WHERE "AuditLink"."accountId" = ? ORDER BY "sequence"`,
  );
  for (const { sequence, eventId, hash, id, metadata, createdAt, ...columns } of rows.iterate(accountId)) {
    const event =
      id === null ? null : { id, ...columns, metadata: jsonOf(metadata), createdAt: new Date(createdAt) };
    yield { sequence, eventId, hash, event };
  }
}

/** Returns invalid JSON unchanged: its hash differs. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
