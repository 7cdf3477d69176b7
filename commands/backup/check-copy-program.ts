import Database from 'better-sqlite3';
import { checkTrails } from '@/commands/audit-verify/verify-chain';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { fileState } from '@/lib/server/database/migrations/database-state';
import { openSnapshot } from '@/lib/server/database/open-database';
import { Stop } from '@/scripts/console/stop.mjs';
import type { CopyReport } from './check-copy';
import { namedDifferences, schemaProblem } from './schema-problem';

// Checks a database that no process writes (commands/backup/check-copy.ts starts it): FILE, and the migrations folder.
// Its last line is a CopyReport, or a refusal, as JSON.
const [file = '', directory = ''] = process.argv.slice(2);
try {
  console.log(JSON.stringify(await check()));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.log(JSON.stringify({ refusal: error.message }));
}

async function check(): Promise<CopyReport> {
  const { kind, pending } = fileState(`file:${file}`, { directory });
  if (kind === 'missing') throw new Stop(`There is no file ${file}.`);
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      requireWhole(database);
      return {
        accounts: countRows(database, 'Account'),
        events: countRows(database, 'AuditEvent'),
        pending,
        schema: schemaProblem(file, { pending, directory }),
        chain: await chainProblem(database, file),
      };
    } finally {
      database.close();
    }
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}

function requireWhole(database: Database.Database): void {
  const problems = database.pragma('integrity_check(1)', { simple: true });
  if (problems !== 'ok') throw new Stop(`The database ${file} is damaged: ${problems}.`);
  const orphans = database.pragma('foreign_key_check') as { table: string }[];
  if (orphans[0])
    throw new Stop(
      `The database ${file} isn't whole: ${orphans.length} rows, the first in ${orphans[0].table}, refer to nothing.`,
    );
}

function countRows(database: Database.Database, table: string): number {
  if (!hasTable(database, table)) throw new Stop(`${file} isn't a Switchyard database.`);
  return Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
}

/** Names the accounts with a broken chain; null if there are none, or the database is older than the chains. */
async function chainProblem(database: Database.Database, file: string): Promise<string | null> {
  if (!hasTable(database, 'AuditLink')) return null;
  const snapshot = await openSnapshot(`file:${file}`);
  try {
    const { faults } = await checkTrails(snapshot.rows);
    return faults.length === 0 ? null : `The audit trail in ${file} is broken: ${namedDifferences(faults)}.`;
  } finally {
    await snapshot.close();
  }
}

function hasTable(database: Database.Database, table: string): boolean {
  const query = database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`);
  return query.get(table) !== undefined;
}
