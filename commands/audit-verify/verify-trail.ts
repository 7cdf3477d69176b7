import type { Database } from 'better-sqlite3';
import { badInput } from '@/lib/server/errors';
import type { Head } from './heads-file';
import { type ChainReport, verifyChain } from './verify-chain';

/**
 * Checks the chain of one account, or of every account that any part of the trail names, in the state that the
 * database has at the first of them. Other work gets its turn between the links.
 *
 * @param kept heads that were kept elsewhere, by account
 * @throws AppError BAD_USER_INPUT for an account that doesn't exist
 */
export async function* verifyTrail(
  database: Database,
  { account, kept, now }: { account: string | null; kept: Map<string, Head>; now: Date },
): AsyncGenerator<ChainReport> {
  // One state for all queries, while the server goes on writing.
  database.exec('BEGIN');
  try {
    const accounts = accountsIn(database, kept);
    if (account !== null && !accounts.includes(account))
      throw badInput({ account: `There is no account ${account}.` });
    for (const id of account === null ? accounts : [account])
      yield await verifyChain(database, id, kept.get(id) ?? null, now);
  } finally {
    database.exec('COMMIT');
  }
}

/** Includes accounts that no longer exist: a chain must not vanish with its account. */
function accountsIn(database: Database, kept: Map<string, Head>): string[] {
  const ids = database
    .prepare<[], string>(
      `SELECT "id" FROM "Account" UNION SELECT "accountId" FROM "AuditLink"
       UNION SELECT "accountId" FROM "AuditCheckpoint" UNION SELECT "accountId" FROM "AuditEvent"`,
    )
    .pluck()
    .all() as string[];
  return [...new Set([...ids, ...kept.keys()])].sort();
}
