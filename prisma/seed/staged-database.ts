import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';

/**
 * Fills an empty database all at once: `fill` writes into a copy of it, in as many transactions as it likes, and
 * what it wrote then enters the database in a single one. A fill cut short leaves the database empty, so that half
 * of it never passes for all; of two at once the second finds the first one's accounts; and the write lock is held
 * for a second only.
 * @param url `file:…`, of a migrated database
 * @param fill takes the url of the copy
 * @returns false where there are accounts, and nothing was written
 */
export async function fillAtOnce(url: string, fill: (url: string) => Promise<void>): Promise<boolean> {
  const target = new Database(url.replace(/^file:/, ''), { fileMustExist: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-seed-'));
  const copy = path.join(folder, 'copy.db');
  try {
    if (hasAccounts(target)) return false;
    target.prepare('VACUUM INTO ?').run(copy);
    await fill(`file:${copy}`);
    target.prepare('ATTACH ? AS copy').run(copy);
    return target.transaction(() => !hasAccounts(target) && takeOver(target)).immediate();
  } finally {
    target.close();
    rmSync(folder, { recursive: true });
  }
}

function hasAccounts(database: Database.Database): boolean {
  return database.prepare('SELECT 1 FROM main."Account" LIMIT 1').get() !== undefined;
}

/** Takes over the rows of every table that the database has none in; the others held theirs before the copy. */
function takeOver(database: Database.Database): true {
  // Until the commit, since the tables come in any order.
  database.pragma('defer_foreign_keys = ON');
  const tables = database.prepare(`SELECT name FROM copy.sqlite_master WHERE type = 'table'`).pluck().all();
  for (const table of tables) {
    if (database.prepare(`SELECT 1 FROM main."${table}" LIMIT 1`).get()) continue;
    database.exec(`INSERT INTO main."${table}" SELECT * FROM copy."${table}"`);
  }
  return true;
}
