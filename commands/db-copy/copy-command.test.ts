import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyArguments } from '@/commands/db-copy';
import { type MemoryPostgres, openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { root } from '@/scripts/project.mjs';
import { databaseFolder } from '@/testing/database-folder';
import { runCommand } from '@/testing/run-command';

const places = databaseFolder();
const target = 'postgresql://switchyard:secret@db.test/site';
let memory: MemoryPostgres;
beforeAll(async () => {
  memory = await openMemoryPostgres();
});
afterAll(() => memory.close());

test.each([
  [[], target, 'Name the SQLite file to copy.'],
  [['a.db', 'b.db'], target, "Unexpected argument 'b.db'."],
  [[target], target, 'The file to copy is a SQLite database, not PostgreSQL.'],
  [['a.db'], 'file:./data/switchyard.db', 'DATABASE_URL must name the PostgreSQL database to copy to'],
])('%j is refused with what is wrong and the usage', (args, databaseUrl, fault) => {
  expect(() => copyArguments(args, { directory: '/here', databaseUrl })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(fault),
      usage: commandLines['db-copy'].usage,
    }),
  );
});

test('a file counts from where the person is, a URL as in DATABASE_URL', () => {
  const fileOf = (from: string) => copyArguments([from], { directory: '/here', databaseUrl: target }).file;
  expect(fileOf('a.db')).toBe('/here/a.db');
  expect(fileOf('file:/var/a.db')).toBe('/var/a.db');
  expect(fileOf('file:./data/a.db')).toBe(path.join(root, 'data', 'a.db'));
});

test('the command refuses a database in use, then copies it, and refuses to do it again', async () => {
  mkdirSync(path.join(places.folder, 'elsewhere'));
  const copy = () =>
    runCommand(['scripts/run.mjs', 'db-copy', '../site.db'], {
      DATABASE_URL: memory.url,
      INIT_CWD: path.join(places.folder, 'elsewhere'),
    });
  const server = new Sqlite(places.file);
  server.prepare('SELECT count(*) FROM "Plan"').get();
  expect(await copy()).toMatchObject({
    code: 1,
    error: `The database ${places.file} is in use. Stop the server or command that uses it and run the command again.\n`,
  });
  server.close();
  const copied = await copy();
  expect(copied).toMatchObject({ code: 0, error: '' });
  expect(copied.out).toMatch(
    /✓ copy .*Plan: 4 rows.*\n✓ compare .*\n✓ chains .*\n· next .*npm start serves /,
  );
  expect(await copy()).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^The database postgresql:.* isn't empty: Plan has rows\. Create a new one/),
  });
});
