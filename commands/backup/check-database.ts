// @ts-check
import Database from 'better-sqlite3';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { databaseState } from '@/lib/server/database/migrations/database-state';
import { Stop } from '@/scripts/console/stop.mjs';

/** @typedef {{ accounts: number, events: number, pending: string[] }} Contents `pending`: migrations it has not seen */

/**
 * Reads a whole database file that nobody writes.
 *
 * @param {string} file absolute; it has no -wal
 * @param {{ directory?: string }} [options] the migrations folder
 * @returns {Contents}
 * @throws {Stop} when it is damaged, refers to rows that are not there, or is no database of this code
 */
export function checkDatabase(file, options) {
  const { kind, pending } = databaseState(`file:${file}`, options);
  if (kind === 'missing') throw new Stop(`There is no file ${file}.`);
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const problems = database.pragma('integrity_check(1)', { simple: true });
      if (problems !== 'ok') throw new Stop(`The database ${file} is damaged: ${problems}.`);
      const orphans = /** @type {{ table: string }[]} */ (database.pragma('foreign_key_check'));
      if (orphans[0])
        throw new Stop(
          `The database ${file} is not whole: ${orphans.length} rows, the first in ${orphans[0].table}, refer to nothing.`,
        );
      const count = (/** @type {string} */ table) => {
        const sql = `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?`;
        if (database.prepare(sql).pluck().get(table) === 0)
          throw new Stop(`${file} is no Switchyard database.`);
        return Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
      };
      return { accounts: count('Account'), events: count('AuditEvent'), pending };
    } finally {
      database.close();
    }
  } catch (error) {
    throw explainDatabaseFailure(error, file);
  }
}
