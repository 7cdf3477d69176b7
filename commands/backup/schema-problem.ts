import Database from 'better-sqlite3';
import {
  type Migration,
  projectMigrations,
  readMigrations,
} from '@/lib/server/database/migrations/read-migrations';

/**
 * Compares the tables, indexes, triggers and views of a database with the result of its migrations. The other checks of
 * a backup don't cover them, and triggers keep the audit trail append-only. Additional tables and indexes, such as
 * those of a replication tool, are accepted.
 *
 * @param file absolute path; it has no -wal
 * @param options.pending migrations that the database doesn't have yet
 * @param options.directory the migrations folder
 * @returns a sentence that names what is missing, different or extra; null if nothing is
 */
export function schemaProblem(
  file: string,
  { pending, directory = projectMigrations.sqlite }: { pending: string[]; directory?: string },
): string | null {
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
  return `The database ${file} isn't as its migrations made it: ${namedDifferences(differences)}.`;
}

/** Differences that are named; the others are counted. */
const MOST_NAMED = 5;

/** The first differences as one text. */
export function namedDifferences(differences: string[]): string {
  const rest = differences.length - MOST_NAMED;
  return [...differences.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Type and name of a part of the schema, and its statement with uniform whitespace. */
type Part = [part: string, sql: string];

function migratedParts(migrations: Migration[]): Part[] {
  const database = new Database(':memory:');
  // As in deployMigrations: with foreign keys on, renaming a table would change the statements of others.
  database.pragma('foreign_keys = OFF');
  database.exec('BEGIN');
  for (const { sql } of migrations) database.exec(sql);
  return readParts(database);
}

/**
 * A list, since a schema written by hand may have a name twice. Indexes without a statement come with their table's.
 * @param database is closed afterwards
 */
function readParts(database: Database.Database): Part[] {
  try {
    const parts = database.prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_master
       WHERE NOT (type = 'index' AND sql IS NULL) ORDER BY type, name`,
    );
    return parts.all().map(({ type, name, sql }) => [`${type} ${name}`, sql.replace(/\s+/g, ' ').trim()]);
  } finally {
    database.close();
  }
}
