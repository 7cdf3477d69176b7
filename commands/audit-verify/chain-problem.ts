import Database from 'better-sqlite3';
import { namedDifferences } from '@/commands/backup/named-differences';
import { faultText } from './report-line';
import { verifyTrail } from './verify-trail';

/**
 * Checks the chains of all accounts, as `npm run audit:verify` does.
 *
 * @param file absolute path of a database that nobody writes
 * @returns a sentence that names the accounts whose chain is broken, each with its first broken link; null if all are
 *   whole, or the database is from before there were chains
 */
export function chainProblem(file: string): string | null {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (!hasChains(database)) return null;
    const faults: string[] = [];
    for (const { accountId, fault } of verifyTrail(database, {
      account: null,
      kept: new Map(),
      now: new Date(),
    }))
      if (fault) faults.push(`account ${accountId}${faultText(fault)}`);
    return faults.length === 0 ? null : `The audit trail in ${file} is broken: ${namedDifferences(faults)}.`;
  } finally {
    database.close();
  }
}

const hasChains = (database: Database.Database) =>
  database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'AuditLink'`).get() !==
  undefined;
