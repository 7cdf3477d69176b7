import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import pg from 'pg';
import { checkTrails } from '@/commands/audit-verify/verify-chain';
import { namedDifferences } from '@/commands/backup/schema-problem';
import { withoutPassword } from '@/lib/config/database-url';
import { formatQuantity } from '@/lib/format/number';
import { explainDatabaseFailure } from '@/lib/server/database/database-failure';
import { fileState } from '@/lib/server/database/migrations/database-state';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { holdUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { openSnapshot } from '@/lib/server/database/open-database';
import { COPY } from '@/lib/server/database/postgres/advisory-locks';
import { openPool } from '@/lib/server/database/postgres/postgres-pool';
import { say, step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { postgresText, type Value } from './column-values';
import { type CopiedTable, copiedTables } from './copied-tables';
import {
  beginOrResume,
  finishCopy,
  inTransaction,
  isUnfinishedCopy,
  type Progress,
  recordProgress,
  requireEmpty,
} from './copy-progress';
import { keyOf, requireTables, type SourceRow, sourcePages } from './source-rows';
import { contentDifference, sourceContent, type TableContent, targetContent } from './table-content';

interface CopyOptions {
  /** The SQLite file, absolute. */
  file: string;
  /** `postgresql://…` */
  databaseUrl: string;
  acceptBrokenChain: boolean;
  now: Date;
}

interface Copy extends CopyOptions {
  source: Database;
  target: pg.ClientBase;
  /** The target, for people. */
  name: string;
}

/**
 * Copies a SQLite database, which no other process uses, to an empty PostgreSQL database, and compares them. If it is
 * cut off, the next call continues at the same point; until it has ended, no server accepts the target.
 *
 * @throws Stop if the source isn't migrated, is in use, or has a value that PostgreSQL can't hold; if the target isn't
 *   empty; if the databases differ afterwards; for a broken audit chain that isn't accepted
 */
export async function copyDatabase(options: CopyOptions): Promise<void> {
  const { file, databaseUrl } = options;
  requireMigrated(file);
  const source = holdUnusedDatabase(file);
  const pool = openPool(databaseUrl, { connections: 1, readOnly: false, answerMs: 0 });
  const name = withoutPassword(databaseUrl);
  try {
    const target = await pool.connect();
    // A connection that breaks between two statements; the next statement fails.
    target.on('error', () => {});
    try {
      await copy({ ...options, source, target, name });
    } finally {
      target.release(true);
    }
  } catch (error) {
    throw explainDatabaseFailure(error, name);
  } finally {
    await pool.end();
    source.close();
  }
}

function requireMigrated(file: string): void {
  const { kind } = fileState(`file:${file}`);
  if (kind === 'missing') throw new Stop(`There is no file ${file}.`);
  if (kind === 'behind')
    throw new Stop(
      `The database ${file} isn't up to date. Start this version on it once, which migrates it, stop it, and run the command again.`,
    );
}

async function copy(work: Copy): Promise<void> {
  const { source, target, name, file, databaseUrl } = work;
  await lock(target, name);
  // Of an unfinished copy the migrations are there: another code would find another source.
  if (!(await isUnfinishedCopy(target))) await deployMigrations(databaseUrl);
  const tables = await copiedTables(target);
  if (!(await isUnfinishedCopy(target))) await requireEmpty(target, tables, name);
  requireTables(source, tables, file);
  const contents = await checkSource(work, tables);
  const digest = hash('sha256', JSON.stringify(tables.map((table) => [table, contents.get(table.name)])));
  const progress = await beginOrResume(target, tables, digest, name);
  for (const table of tables) await copyTable(work, table, contents, progress);
  await target.query('ANALYZE');
  await compare(work, tables, contents);
  await verifyChains(work);
  await finishCopy(target);
}

async function lock(target: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await target.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${COPY}) AS "held"`);
  if (!rows[0]?.held) throw new Stop(`Another command copies into ${name}. Wait until it has ended.`);
}

const rowsText = (count: number) => formatQuantity(count, { one: 'row', other: 'rows' });

/** Before anything is copied, so that what can't be copied is corrected first. */
const checkSource = ({ source, file }: Copy, tables: CopiedTable[]) =>
  step(
    'check',
    `reading ${file}`,
    async () => {
      const contents = new Map<string, TableContent>();
      const faults: string[] = [];
      for (const table of tables)
        contents.set(table.name, await sourceContent(source, table, (fault) => faults.push(fault)));
      if (faults.length > 0)
        throw new Stop(
          `PostgreSQL can't hold what ${file} contains: ${namedDifferences(faults)}. Nothing was copied. Correct it in the SQLite database and run the command again.`,
        );
      return contents;
    },
    (contents) => {
      const rows = [...contents.values()].reduce((sum, table) => sum + table.rows, 0);
      return {
        text: `${file}: ${tables.length} tables, ${rowsText(rows)}, all of which PostgreSQL can hold`,
      };
    },
  );

async function copyTable(
  { source, target }: Copy,
  table: CopiedTable,
  contents: Map<string, TableContent>,
  progress: Map<string, Progress>,
): Promise<void> {
  const total = contents.get(table.name)?.rows ?? 0;
  const done = progress.get(table.name) ?? { rows: 0, last: null };
  if (done.rows === total) return;
  await step(
    'copy',
    `copying ${table.name}: ${rowsText(total)}`,
    () => copyRows(source, target, table, done),
    () => ({
      text: `${table.name}: ${rowsText(total)}${done.rows > 0 ? `, ${done.rows} of them earlier` : ''}`,
    }),
  );
}

/** Reads back everything: counts and sums by SQL, and each value. */
const compare = ({ target, name }: Copy, tables: CopiedTable[], contents: Map<string, TableContent>) =>
  step(
    'compare',
    `reading ${name}`,
    () =>
      inTransaction(
        target,
        async () => {
          const differences: string[] = [];
          for (const table of tables) {
            const expected = contents.get(table.name);
            const found = await targetContent(target, table);
            const difference = expected ? contentDifference(expected, found) : 'not copied';
            if (difference) differences.push(`${table.name} (${difference})`);
          }
          if (differences.length > 0)
            throw new Stop(
              `The copy in ${name} differs from its source: ${namedDifferences(differences)}. Drop it with dropdb, create it with createdb, and run the command again.`,
            );
        },
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      ),
    () => ({ text: `${name}: every table has the rows, sums, and values of its source` }),
  );

async function verifyChains({ databaseUrl, name, acceptBrokenChain, now }: Copy): Promise<void> {
  const faults = await step(
    'chains',
    `verifying the audit trail in ${name}`,
    async () => {
      const snapshot = await openSnapshot(databaseUrl);
      try {
        return (await checkTrails(snapshot.rows, now)).faults;
      } finally {
        await snapshot.close();
      }
    },
    (found) => ({
      ok: found.length === 0,
      text: found.length === 0 ? 'every audit trail is whole' : `${found.length} audit trails are broken`,
    }),
  );
  if (faults.length === 0) return;
  const broken = `The audit trail is broken in the source already: ${namedDifferences(faults)}.`;
  if (!acceptBrokenChain)
    throw new Stop(`${broken} Copy an older backup instead, or finish this copy with --accept-broken-chain.`);
  say('chain', `${broken} It was copied all the same, as --accept-broken-chain says`);
}

/** PostgreSQL's error classes for a row that it doesn't accept, as opposed to its own state. */
const REFUSED_ROW = /^(22|23|54)/;

/**
 * Copies the rest of a table, page by page. Each page is one transaction with the copy's progress, so an interruption
 * never loses or doubles a row.
 * @param source whose values have been checked
 * @throws Stop if PostgreSQL refuses a row, such as a row that refers to nothing
 */
async function copyRows(
  source: Database,
  target: pg.ClientBase,
  table: CopiedTable,
  progress: Progress,
): Promise<void> {
  const insert = insertOf(table);
  let { rows, last } = progress;
  for (const page of sourcePages(source, table, last)) {
    const end = page.at(-1);
    if (!end) return;
    rows += page.length;
    last = keyOf(table, end);
    const done = { rows, last };
    try {
      await inTransaction(target, async () => {
        await target.query(insert, [JSON.stringify(page.map((row) => recordOf(table, row)))]);
        await recordProgress(target, table, done);
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !REFUSED_ROW.test(error.code ?? '')) throw error;
      throw new Stop(
        `PostgreSQL refuses a row of ${table.name}: ${[error.message, error.detail].filter(Boolean).join('. ')}. Correct it in the SQLite database, drop and create the PostgreSQL database, and run the command again.`,
      );
    }
  }
}

/** Each value is sent as text and gets its column's type, so that none passes through a number of JavaScript. */
function insertOf({ name, columns }: CopiedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const casts = columns.map((column) => `CAST("${column.name}" AS ${column.type})`).join(', ');
  const texts = columns.map((column) => `"${column.name}" text`).join(', ');
  return `INSERT INTO "${name}" (${names}) SELECT ${casts} FROM json_to_recordset($1::json) AS "page" (${texts})`;
}

const recordOf = ({ columns }: CopiedTable, row: SourceRow): Record<string, Value> =>
  Object.fromEntries(
    columns.map((column, index) => [column.name, postgresText(column, row[index] as Value)]),
  );
