import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Queries, SqlQueries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The last link of a chain: `sequence`, a space and `hash`; null for an empty chain. */
export type LastLink = string | null;

/**
 * Chains events to their account's trail, in their order, inside the transaction that wrote them.
 * @param events all of this account, as stored, and not linked yet
 * @param last the result of `lastLink`, if it has been read already
 */
export async function appendLinks(
  tx: SqlQueries,
  accountId: string,
  events: readonly LinkedEvent[],
  last?: LastLink,
): Promise<void> {
  const place = last === undefined ? await readLastLink(tx, accountId) : last;
  const [sequence = '0', hash = genesisOf(accountId)] = place?.split(' ') ?? [];
  let previous = hash;
  const links = events.map((event, index) => {
    previous = linkHash(previous, event);
    return [accountId, Number(sequence) + index + 1, event.id, previous];
  });
  await tx.$executeRaw`
    INSERT INTO "AuditLink" ("accountId", "sequence", "eventId", "hash")
    ${tx.dialect.rows('AuditLink', ['accountId', 'sequence', 'eventId', 'hash'], links)}`;
}

/** SQL for the account's newest link, or the checkpoint if retention has removed every link. */
export const lastLink = (accountId: string) => Prisma.sql`coalesce(
  (SELECT "sequence" || ' ' || "hash" FROM "AuditLink" WHERE "accountId" = ${accountId} ORDER BY "sequence" DESC LIMIT 1),
  (SELECT "sequence" || ' ' || "hash" FROM "AuditCheckpoint" WHERE "accountId" = ${accountId})
)`;

async function readLastLink(tx: SqlQueries, accountId: string): Promise<LastLink> {
  const [row] = await tx.$queryRaw<{ last: LastLink }[]>`SELECT ${lastLink(accountId)} AS "last"`;
  return row?.last ?? null;
}

/** An event of the trail with every column, all of which its link's hash covers. */
export interface LinkedEvent {
  id: string;
  accountId: string;
  userId: string | null;
  action: string;
  entityId: string;
  metadata: unknown;
  createdAt: Date;
}

/** The text hashed before an account's first link, so that one account's chain can't pass for another's. */
export const genesisOf = (accountId: string) => `switchyard-audit-v1:${accountId}`;

/**
 * The hash of an event's link: SHA-256, in hex, of a UTF-8 text. The text is the hash of the previous link, a
 * line feed, and the event's columns as canonical JSON (RFC 8785). For sequence 1, the hash is `genesisOf` the account.
 * `createdAt` is in milliseconds since 1970:
 *
 * ```text
 * sha256(previous + "\n" + '{"accountId":…,"action":…,"createdAt":…,"entityId":…,"id":…,"metadata":…,"userId":…}')
 * ```
 *
 * If retention has removed the oldest events, the chain continues from the checkpoint: its `hash` is the hash of the
 * last removed link.
 */
export function linkHash(previous: string, event: LinkedEvent): string {
  const { id, accountId, userId, action, entityId, metadata, createdAt } = event;
  const columns = { id, accountId, userId, action, entityId, metadata, createdAt: createdAt.getTime() };
  return createHash('sha256')
    .update(`${previous}\n${canonicalize(columns)}`)
    .digest('hex');
}

const BATCH = 2_000;

/** Long enough for an account with very many events. */
const patience = { timeoutMs: 10 * 60_000 };

/**
 * Chains the events of accounts whose trail is older than the chain, in the order of the list. Each account is one
 * transaction, so that a chain is never incomplete. An account with a link or checkpoint stays as it is, even if some
 * of its events lack a link: `npm run audit:verify` reports these. Safe to repeat.
 */
export async function linkOldEvents(ctx: ServerContext): Promise<void> {
  for (const accountId of await unchained(ctx.db.prisma)) {
    await ctx.db.write(
      async (tx) => {
        // Another process may have linked the account's events since.
        if (!(await unchained(tx)).includes(accountId)) return;
        let after: Pick<LinkedEvent, 'id' | 'createdAt'> | undefined;
        for (;;) {
          const events = await nextEvents(tx, accountId, after);
          const last = events.at(-1);
          if (!last) return;
          await appendLinks(tx, accountId, events);
          after = last;
        }
      },
      { ...patience, accountId },
    );
  }
}

async function unchained(queries: Queries): Promise<string[]> {
  const accounts = await queries.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Account" WHERE EXISTS (SELECT 1 FROM "AuditEvent" WHERE "accountId" = "Account"."id")
      AND NOT EXISTS (SELECT 1 FROM "AuditLink" WHERE "accountId" = "Account"."id")
      AND NOT EXISTS (SELECT 1 FROM "AuditCheckpoint" WHERE "accountId" = "Account"."id")`;
  return accounts.map(({ id }) => id);
}

async function nextEvents(
  tx: Queries,
  accountId: string,
  after: Pick<LinkedEvent, 'id' | 'createdAt'> | undefined,
): Promise<LinkedEvent[]> {
  // Compares two columns at once, which Prisma can't express: its OR would walk all rows before the place.
  return tx.$queryRaw<LinkedEvent[]>`
    SELECT "id", "accountId", "userId", "action", "entityId", "metadata", "createdAt" FROM "AuditEvent"
    WHERE "accountId" = ${accountId}
      ${after ? Prisma.sql`AND ("createdAt", "id") > (${after.createdAt}, ${after.id})` : Prisma.empty}
    ORDER BY "createdAt", "id" LIMIT ${BATCH}`;
}
