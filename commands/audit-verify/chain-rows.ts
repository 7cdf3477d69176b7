import type { LinkedEvent } from '@/lib/server/audit/link-hash';
import type { ReadRows } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

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
  createdAt: Date;
}

/** Links per query: some 10 ms. */
const PAGE = 1_000;

/** An account's links in their order, one at a time. */
export async function* chainRows(rows: ReadRows, accountId: string): AsyncGenerator<ChainRow> {
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
export function storedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
