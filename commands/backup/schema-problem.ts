// @ts-check
import Database from 'better-sqlite3';
import { projectMigrations, readMigrations } from '@/lib/server/database/migrations/read-migrations';
import { namedDifferences } from './named-differences';

/**
 * Compares the tables, indexes, triggers and views of a database with what its migrations make. What else is checked of
 * a backup says nothing of them, and triggers keep the audit trail append-only. Tables and indexes that somebody has
 * added, such as those of a tool for replication, are let be.
 *
 * @param {string} file absolute; it has no -wal
 * @param {{ pending: string[], directory?: string }} options `pending`: migrations it has not seen; `directory`: the
 *   migrations folder
 * @returns {string | null} a sentence that names what is missing, different or too much; null where nothing is
 */
export function schemaProblem(file, { pending, directory = projectMigrations }) {
  const migrations = readMigrations(directory).filter(({ name }) => !pending.includes(name));
  const expected = new Map(migratedParts(migrations));
  const found = readParts(new Database(file, { readonly: true, fileMustExist: true }));
  const present = new Set(found.map(([part]) => part));
  const differences = [
    ...[...expected.keys()].filter((part) => !present.has(part)).map((part) => `the ${part} is missing`),
    ...found.flatMap(([part, sql]) => {
      if (expected.has(part)) return expected.get(part) === sql ? [] : [`the ${part} is different`];
      return /^(table|index) /.test(part) ? [] : [`the ${part} is too much`];
    }),
  ];
  if (differences.length === 0) return null;
  return `The database ${file} is not as its migrations made it: ${namedDifferences(differences)}.`;
}

/** @param {import('@/lib/server/database/migrations/read-migrations').Migration[]} migrations */
function migratedParts(migrations) {
  const database = new Database(':memory:');
  // As in deployMigrations: what renaming a table does to the others depends on it.
  database.pragma('foreign_keys = OFF');
  database.exec('BEGIN');
  for (const { sql } of migrations) database.exec(sql);
  return readParts(database);
}

/**
 * @param {Database.Database} database is closed
 * @returns {[part: string, sql: string][]} the statements, blanks and line ends alike, after type and name; a list, as
 *   a schema written by hand may have a name twice. Indexes without a statement come with their table's.
 */
function readParts(database) {
  try {
    const query = `SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_master
      WHERE NOT (type = 'index' AND sql IS NULL) ORDER BY type, name`;
    const parts = /** @type {{ type: string, name: string, sql: string }[]} */ (
      database.prepare(query).all()
    );
    return parts.map(({ type, name, sql }) => [`${type} ${name}`, sql.replace(/\s+/g, ' ').trim()]);
  } finally {
    database.close();
  }
}
