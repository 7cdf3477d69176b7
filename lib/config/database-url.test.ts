import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile, isPartOfDatabase, isSameFile } from './database-url';

let folder: string;
const at = (...names: string[]) => [folder, ...names].join('/');
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-place-')));
  mkdirSync(at('real', 'deep'), { recursive: true });
  writeFileSync(at('real', 'site.db'), '');
  symlinkSync('real/site.db', at('link.db'));
  symlinkSync(at('link.db'), at('second.db'));
  symlinkSync('real', at('folder'));
  symlinkSync('real/deep', at('deep'));
  linkSync(at('real', 'site.db'), at('hard.db'));
  symlinkSync('real/later.db', at('dangling.db'));
  symlinkSync('dangling.db', at('twice.db'));
  symlinkSync('away/deeper', at('nowhere'));
  symlinkSync('circle.db', at('circle.db'));
  symlinkSync('nothing/../riddle.db', at('riddle.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a database url means one path, however it is spelled:', () => {
  const spellings: [string, string][] = [
    ['real/site.db', 'real/site.db'],
    ['./real/../real/./site.db', 'real/site.db'],
    ['link.db', 'real/site.db'],
    ['second.db', 'real/site.db'],
    ['folder/site.db', 'real/site.db'],
    // The kernel follows the link first: its parent is real.
    ['deep/../site.db', 'real/site.db'],
    ['folder/new/site.db', 'real/new/site.db'],
    ['new/../folder/site.db', 'real/site.db'],
    ['dangling.db', 'real/later.db'],
    ['twice.db', 'real/later.db'],
    ['nowhere/site.db', 'away/deeper/site.db'],
    ['circle.db', 'circle.db'],
    ['circle.db/site.db', 'circle.db/site.db'],
    ['real/site.db/below.db', 'real/site.db/below.db'],
  ];
  test.each(spellings)('%s', (spelling, file) => {
    expect(databaseFile(`file:${at(spelling)}`, '/elsewhere')).toBe(at(file));
    expect(databaseFile(`file:${spelling}`, folder)).toBe(at(file));
  });

  test('links that lead through each other end', () => {
    expect(databaseFile('file:riddle.db', folder)).toBe(at('riddle.db'));
    expect(databaseFile(`file:${'x/'.repeat(3_000)}y`, folder)).toBe(
      path.resolve(folder, 'x/'.repeat(3_000), 'y'),
    );
  });
});

test("a file is the same by symbolic and hard links, and another one with the same content isn't", () => {
  for (const name of ['link.db', 'folder/site.db', 'hard.db']) {
    expect(isSameFile(at(name), at('real/site.db')), name).toBe(true);
    expect(isSameFile(at('real/site.db'), at(name)), name).toBe(true);
  }
  writeFileSync(at('other.db'), '');
  for (const name of ['other.db', 'missing.db', 'circle.db', 'dangling.db'])
    expect(isSameFile(at(name), at('real/site.db')), name).toBe(false);
  expect(isSameFile(at('twice.db'), at('real/later.db')), 'both of nothing yet').toBe(true);
});

test('files that SQLite keeps next to a database are a part of it, even before they exist', () => {
  for (const name of ['real/site.db', 'link.db', 'hard.db', 'real/site.db-wal', 'folder/site.db-server'])
    expect(isPartOfDatabase(at(name), at('second.db')), name).toBe(true);
  for (const name of ['link.db-wal', 'real/site.db.bak', 'real/other.db'])
    expect(isPartOfDatabase(at(name), at('second.db')), name).toBe(false);
});
