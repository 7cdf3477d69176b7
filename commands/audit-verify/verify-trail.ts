import type { ReadRows } from '@/lib/server/database/database';
import { badInput } from '@/lib/server/errors';
import { Prisma } from '@/prisma/generated/prisma/client';
import type { Head } from './heads-file';
import { type ChainReport, verifyChain } from './verify-chain';

/**
 * Checks the chain of one account, or of every account that any part of the trail names. Other work gets its turn
 * between the links.
 *
 * @param rows of one state of the database, while servers go on writing
 * @param kept heads that were kept elsewhere, by account
 * @throws AppError BAD_USER_INPUT for an account that doesn't exist
 */
export async function* verifyTrail(
  rows: ReadRows,
  { account, kept, now }: { account: string | null; kept: Map<string, Head>; now: Date },
): AsyncGenerator<ChainReport> {
  const accounts = await accountsIn(rows, kept);
  if (account !== null && !accounts.includes(account))
    throw badInput({ account: `There is no account ${account}.` });
  for (const id of account === null ? accounts : [account])
    yield await verifyChain(rows, id, kept.get(id) ?? null, now);
}

/** Includes accounts that no longer exist: a chain must not vanish with its account. */
async function accountsIn(rows: ReadRows, kept: Map<string, Head>): Promise<string[]> {
  const found = await rows<{ id: string }>(
    Prisma.sql`SELECT "id" FROM "Account" UNION SELECT "accountId" FROM "AuditLink"
      UNION SELECT "accountId" FROM "AuditCheckpoint" UNION SELECT "accountId" FROM "AuditEvent"`,
  );
  return [...new Set([...found.map(({ id }) => id), ...kept.keys()])].sort();
}
