import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { fileState } from '@/lib/server/database/migrations/database-state';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { projectMigrations } from '@/lib/server/database/migrations/read-migrations';
import { requireUnusedDatabase } from '@/lib/server/database/migrations/unused-database';
import { refuseServedDatabase } from '@/server/starting/check-start';
import { lockDatabase } from './database-lock';
import { holdDatabase } from './hold-database';

let folder: string;
let file: string;
let children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-lock-'));
  file = path.join(folder, 'site.db');
  copyFileSync(inject('emptyDatabase'), file);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(folder, { recursive: true });
});

/** Holds the database in a process of its own, and says so, or why it can't. */
function startHolder() {
  const module = new URL('./hold-database.ts', import.meta.url).href;
  const script = `import { holdDatabase } from ${JSON.stringify(module)};
    try { globalThis.release = holdDatabase(${JSON.stringify(file)}, 4310); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  children.push(child);
  const said = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  return { child, said, errors: text(child.stderr) };
}

async function holdElsewhere(): Promise<ChildProcess> {
  const { child, said, errors } = startHolder();
  if ((await said) !== 'held') throw new Error(await errors);
  return child;
}

const refusal = (pid: unknown) =>
  new RegExp(
    `^The database ${file} is being served by process ${pid} \\(port 4310, release [\\d.]+, since \\S+ \\S+ UTC\\)\\. Stop that server`,
  );

test('a second server of a file is refused within a second, and starts as soon as the first was killed', async () => {
  const first = await holdElsewhere();
  const since = performance.now();
  expect(() => holdDatabase(file, 4311)).toThrow(refusal(first.pid));
  expect(() => requireUnusedDatabase(file)).toThrow(refusal(first.pid));
  expect(() => refuseServedDatabase({ databaseUrl: `file:${file}` })).toThrow(refusal(first.pid));
  expect(performance.now() - since).toBeLessThan(1_000);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const killed = performance.now();
  const release = holdDatabase(file, 4311);
  expect(performance.now() - killed).toBeLessThan(2_000);
  release();
  expect(readdirSync(folder)).toEqual(['site.db']);
});

test('a server whose lock is removed takes it again, and learns if another one was faster', async () => {
  const lost: unknown[] = [];
  const release = holdDatabase(file, 4311, (error) => lost.push(error));
  rmSync(`${file}-server`);
  await expect.poll(() => existsSync(`${file}-server`), { timeout: 5_000 }).toBe(true);
  expect((await startHolder().said).startsWith(`The database ${file} is being served by process`)).toBe(true);
  rmSync(`${file}-server`);
  const other = lockDatabase(file, 'replace');
  await expect.poll(() => lost.length, { timeout: 5_000 }).toBe(1);
  other.release();
  release();
});

test('of four servers that start at once, one holds the file', async () => {
  const said = await Promise.all([1, 2, 3, 4].map(() => startHolder().said));
  expect(said.filter((line) => line === 'held')).toHaveLength(1);
  expect(said.filter((line) => /is being served by process \d+/.test(line))).toHaveLength(3);
});

test('a hung holder keeps the file', async () => {
  const first = await holdElsewhere();
  first.kill('SIGSTOP');
  expect(() => lockDatabase(file, 'serve')).toThrow(refusal(first.pid));
});

test('nothing is migrated while another process serves', async () => {
  const directory = path.join(folder, 'migrations');
  cpSync(projectMigrations.sqlite, directory, { recursive: true });
  mkdirSync(path.join(directory, '9999_next'));
  writeFileSync(path.join(directory, '9999_next', 'migration.sql'), 'CREATE TABLE "Next" ("id" TEXT);');
  const first = await holdElsewhere();
  const deploy = () => deployMigrations(`file:${file}`, { directory });
  await expect(deploy()).rejects.toThrow(refusal(first.pid));
  expect(fileState(`file:${file}`, { directory }).pending).toEqual(['9999_next']);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await deploy()).toEqual(['9999_next']);
});

test('a second name of the file is refused while a server holds it by the first', async () => {
  linkSync(file, path.join(folder, 'hard.db'));
  await holdElsewhere();
  expect(() => holdDatabase(path.join(folder, 'hard.db'), 4311)).toThrow('is in use. Stop the server');
});

describe('the file of the lock', () => {
  const writeNote = (note: object) => {
    const side = new Sqlite(`${file}-server`);
    side.exec('CREATE TABLE "Holder" ("note" TEXT NOT NULL)');
    side.prepare('INSERT INTO "Holder" VALUES (?)').run(JSON.stringify(note));
    side.close();
  };

  test('hinders nobody if its process was killed, even if another process has its number now', () => {
    writeNote({ id: 'old', purpose: 'serve', pid: process.pid, start: null, host: 'elsewhere', since: '' });
    lockDatabase(file, 'serve').release();
    writeFileSync(`${file}-server`, '');
    lockDatabase(file, 'serve').release();
  });

  test('is named with what to do if it is something else, or nobody knows its holder', () => {
    const side = new Sqlite(`${file}-server`);
    side.exec('BEGIN IMMEDIATE');
    expect(() => lockDatabase(file, 'serve')).toThrow(
      `is held by a process that has locked ${file}-server. End that process`,
    );
    side.close();
    rmSync(`${file}-server`);
    writeFileSync(`${file}-server`, 'a letter to my aunt '.repeat(90));
    expect(() => lockDatabase(file, 'serve')).toThrow(
      `${file}-server isn't the lock of a database. If no server uses`,
    );
    rmSync(`${file}-server`);
    mkdirSync(`${file}-server`);
    expect(() => lockDatabase(file, 'serve')).toThrow(
      `The lock ${file}-server can't be written by this user`,
    );
  });

  test("that can't be created stops the server with the reason", () => {
    expect(() => lockDatabase(path.join(file, 'nowhere.db'), 'serve')).toThrow(
      "can't be written. Give this user",
    );
  });
});
