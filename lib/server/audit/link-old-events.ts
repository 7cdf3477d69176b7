import type { Queries } from '@/lib/server/database/database';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';
import { appendLinks, type LinkedEvent } from './audit-chain';

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
