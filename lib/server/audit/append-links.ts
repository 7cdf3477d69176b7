import type { SqlQueries } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { genesisOf, type LinkedEvent, linkHash } from './link-hash';

/** The last link of a chain: `sequence`, a space and `hash`; null if there is none yet. */
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
