import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { writeFile } from './print-content';

const place = mkdtempSync(path.join(tmpdir(), 'switchyard-emails-'));
afterAll(() => rmSync(place, { recursive: true }));
const at = (name: string) => path.join(place, name);
const database = at('site.db');
writeFileSync(database, 'the database');
writeFileSync(`${database}-wal`, 'its journal');

test.each(['site.db', 'site.db-wal', 'site.db-shm', 'site.db-journal', 'symlink.db', 'hardlink.db'])(
  'an export never takes the place of the database: %s',
  async (name) => {
    if (name.startsWith('symlink')) symlinkSync(database, at(name));
    if (name.startsWith('hardlink')) linkSync(database, at(name));
    await expect(writeFile(at(name), Readable.from(['rows']), database)).rejects.toThrow(
      'the database itself',
    );
    expect(readFileSync(database, 'utf8')).toBe('the database');
    expect(readFileSync(`${database}-wal`, 'utf8')).toBe('its journal');
  },
);

test('an export is for its owner only, over a file that others could read too', async () => {
  writeFileSync(at('open.csv'), 'before');
  chmodSync(at('open.csv'), 0o644);
  await writeFile(at('open.csv'), Readable.from(['rows']), database);
  expect(readFileSync(at('open.csv'), 'utf8')).toBe('rows');
  expect(statSync(at('open.csv')).mode & 0o777).toBe(0o600);
});

test('an export that fails halfway leaves the one before, and nothing else', async () => {
  writeFileSync(at('kept.csv'), 'before');
  const failing = Readable.from(
    (async function* () {
      yield 'half';
      throw new Error('lost');
    })(),
  );
  await expect(writeFile(at('kept.csv'), failing, database)).rejects.toThrow('lost');
  expect(readFileSync(at('kept.csv'), 'utf8')).toBe('before');
  expect(readdirSync(place).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test("an export never replaces anything that isn't a file", async () => {
  symlinkSync('/dev/null', at('null'));
  await expect(writeFile(at('null'), Readable.from(['rows']), database)).rejects.toThrow("isn't a file");
  expect(lstatSync(at('null')).isSymbolicLink()).toBe(true);
});

test('an export through a link replaces the file, not the link', async () => {
  writeFileSync(at('file.csv'), 'before');
  symlinkSync(at('file.csv'), at('link.csv'));
  await writeFile(at('link.csv'), Readable.from(['rows']), database);
  expect(readFileSync(at('file.csv'), 'utf8')).toBe('rows');
  expect(lstatSync(at('link.csv')).isSymbolicLink()).toBe(true);
});
