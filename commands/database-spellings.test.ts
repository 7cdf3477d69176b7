import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { databaseFile } from '@/lib/server/database/database-name';
import { holdDatabase } from '@/lib/server/database/sqlite/hold-database';
import { root, runDirectory } from '@/scripts/project.mjs';
import { recordServer } from '@/server/starting/server-records';
import { type CommandName, commandHost } from '@/testing/command-host';
import { emailsIn, sql } from '@/testing/database-folder';
import { runCommand } from '@/testing/run-command';

let folder: string;
const at = (name: string) => `${folder}/${name}`;
const insert = (file: string, id: string) =>
  sql(file, (connection) =>
    connection.exec(`INSERT INTO "OutboundEmail" ("id", "kind", "templateId", "params", "createdAt")
      VALUES ('${id}', 'CONTACT', 'test', '{}', 0)`),
  );

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-spellings-')));
  mkdirSync(at('real/deep'), { recursive: true });
  copyFileSync(inject('emptyDatabase'), at('real/site.db'));
  copyFileSync(inject('emptyDatabase'), at('backup.db'));
  insert(at('real/site.db'), 'present');
  insert(at('backup.db'), 'backed up');
  symlinkSync('real/site.db', at('link.db'));
  symlinkSync('link.db', at('second.db'));
  symlinkSync('real', at('linked'));
  symlinkSync('real/deep', at('deep'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every way to write the path of `real/site.db`. */
const spellings: Record<string, () => string> = {
  'its own path': () => at('real/site.db'),
  'a link': () => at('link.db'),
  'a link to a link': () => at('second.db'),
  'a linked folder': () => at('linked/site.db'),
  'a way up out of a linked folder': () => at('deep/../site.db'),
  'a path from the project folder': () => path.relative(root, at('linked/site.db')),
};
const names = Object.keys(spellings);
const variables = (spelling: string) => ({
  DATABASE_URL: `file:${spellings[spelling]?.()}`,
  INIT_CWD: folder,
});
const hosted = commandHost();
const run = (spelling: string, name: CommandName, ...args: string[]) =>
  hosted(name, args, variables(spelling));
const restore = (spelling: string, from = 'backup.db') => run(spelling, 'restore', from);
/** In a process of its own. */
const start = (spelling: string, ...args: string[]) =>
  runCommand(['scripts/run.mjs', ...args], variables(spelling));

describe.each(names)('a database named by %s', (spelling) => {
  // All paths are compared with the file's own, so any two are the same.
  const others = spelling === names[0] ? names : names.slice(0, 1);

  test('is found by every command, and a restore replaces the file and not the link', async () => {
    expect(await run(spelling, 'backup')).toMatchObject({ error: '', code: 0 });
    expect(readdirSync(at('real/backups'))).toHaveLength(1);
    expect(await run(spelling, 'audit-verify')).toMatchObject({ error: '', code: 0 });
    const { error, out } = await restore(spelling);
    expect(error).toBe('');
    expect(out).toContain(at('real/site.db.replaced-'));
    expect(emailsIn(at('real/site.db'))).toEqual(['backed up']);
    for (const link of ['link.db', 'second.db', 'linked'])
      expect(lstatSync(at(link)).isSymbolicLink()).toBe(true);
  });

  test('is held by a server that no call has reached yet, whatever path the other command has', async () => {
    linkSync(at('real/site.db'), at('hard.db'));
    const release = holdDatabase(databaseFile(variables(spelling).DATABASE_URL), 4_319);
    try {
      const refused = await Promise.all([
        ...others.map((other) => restore(other)),
        hosted('restore', [at('backup.db')], { DATABASE_URL: `file:${at('hard.db')}` }),
        run(spelling, 'db-reset'),
      ]);
      for (const { error, code } of refused)
        expect({ error, code }).toEqual({
          error: expect.stringMatching(
            /is being served by process \d+ \(port 4319, |hard\.db is in use\. Stop/,
          ),
          code: 1,
        });
    } finally {
      release();
    }
    // Not before: a process that closes the file loses all its locks on it.
    expect(emailsIn(at('real/site.db'))).toEqual(['present']);
  });

  test('is known by the record of its server, which has the process and the port', async () => {
    recordServer(4_319, databaseFile(variables(spelling).DATABASE_URL));
    try {
      for (const { error } of await Promise.all(others.map((other) => restore(other))))
        expect(error).toContain(`A server of this database runs (process ${process.pid}, port 4319).`);
    } finally {
      rmSync(path.join(runDirectory, `server-${process.pid}.json`));
    }
  });

  test('is no backup of itself', async () => {
    linkSync(at('real/site.db'), at('hard.db'));
    for (const from of ['real/site.db', 'second.db', 'linked/site.db', 'hard.db', 'real/site.db-wal']) {
      if (from.endsWith('-wal')) copyFileSync(at('backup.db'), at(from));
      const { error, code } = await restore(spelling, from);
      expect({ error, code }, from).toEqual({
        error: expect.stringContaining('is the database itself'),
        code: 1,
      });
    }
    expect(emailsIn(at('hard.db'))).toEqual(['present']);
  });
});

test('a link to nothing leads to where the database is made', async () => {
  unlinkSync(at('real/site.db'));
  expect(await start('a link to a link', 'restore', 'backup.db')).toMatchObject({ error: '', code: 0 });
  expect(emailsIn(at('real/site.db'))).toEqual(['backed up']);
  expect(await start('a link', 'db-reset')).toMatchObject({ error: '', code: 0 });
  expect(existsSync(at('real/site.db'))).toBe(true);
  expect(lstatSync(at('link.db')).isSymbolicLink()).toBe(true);
});

test('a database that has the name of a backup is never removed as one', async () => {
  const named = 'switchyard-20010101T000000Z.db';
  copyFileSync(at('real/site.db'), at(named));
  linkSync(at(named), at('hard.db'));
  const env = { DATABASE_URL: `file:${at('hard.db')}`, INIT_CWD: folder };
  expect(await runCommand(['scripts/run.mjs', 'backup', '.', '--keep', '1'], env)).toMatchObject({ code: 0 });
  expect(existsSync(at(named))).toBe(true);
});
