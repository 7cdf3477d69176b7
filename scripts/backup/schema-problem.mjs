// @ts-check
import Database from 'better-sqlite3';
import { projectMigrations, readMigrations } from '../migrations/read-migrations.mjs';

/** Differences that are named; of more, the number is told. */
const MOST_NAMED = 5;

/**
 * Compares the tables, indexes, triggers and views of a database with what its migrations make. What else is checked of
 * a backup says nothing of them, and triggers keep the audit trail append-only.
 *
 * @param {string} file absolute; it has no -wal
 * @param {{ pending: string[], directory?: string }} options `pending`: migrations it has not seen; `directory`: the
 *   migrations folder
 * @returns {string | null} a sentence that names what is missing, different or too much; null where nothing is
 */
export function schemaProblem(file, { pending, directory = projectMigrations }) {
  const expected = migratedParts(readMigrations(directory).filter(({ name }) => !pending.includes(name)));
  const found = readParts(new Database(file, { readonly: true, fileMustExist: true }));
  const differences = [
    ...[...expected].flatMap(([part, sql]) => {
      const present = found.get(part);
      return present === sql ? [] : [`the ${part} is ${present === undefined ? 'missing' : 'different'}`];
    }),
    ...[...found.keys()].filter((part) => !expected.has(part)).map((part) => `the ${part} is too much`),
  ];
  if (differences.length === 0) return null;
  const rest = differences.length - MOST_NAMED;
  const named = [...differences.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return `The database ${file} is not as its migrations made it: ${named.join(', ')}.`;
}

/** @param {import('../migrations/read-migrations.mjs').Migration[]} migrations */
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
 * @returns {Map<string, string>} the statements, blanks and line ends alike, by type and name; SQLite's own tables and
 *   the log of the migrations, which no migration makes, aside
 */
function readParts(database) {
  try {
    const query = `SELECT type, name, sql FROM sqlite_master
      WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (type = 'table' AND name = '_prisma_migrations')
      ORDER BY type, name`;
    const parts = /** @type {{ type: string, name: string, sql: string }[]} */ (
      database.prepare(query).all()
    );
    return new Map(parts.map(({ type, name, sql }) => [`${type} ${name}`, sql.replace(/\s+/g, ' ').trim()]));
  } finally {
    database.close();
  }
}
