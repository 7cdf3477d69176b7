import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileState } from './database-state';
import { deployMigrations } from './deploy-migrations';
import { migrationScript } from './migration-script';

const account = 'CREATE TABLE "Account" ("id" TEXT NOT NULL PRIMARY KEY);';
const user = `CREATE TABLE "User" ("id" TEXT NOT NULL PRIMARY KEY, "accountId" TEXT NOT NULL,
  FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE CASCADE);`;

let place: string;
let directory: string;
let file: string;
let url: string;

const writeMigration = (name: string, sql: string) => {
  mkdirSync(path.join(directory, name), { recursive: true });
  writeFileSync(path.join(directory, name, 'migration.sql'), sql);
};
const deploy = () => deployMigrations(url, { directory });
const state = () => fileState(url, { directory });
const read = <T>(action: (database: Database.Database) => T): T => {
  const database = new Database(file);
  try {
    return action(database);
  } finally {
    database.close();
  }
};
const everything = () =>
  read((database) => ({
    schema: database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all(),
    recorded: database.prepare('SELECT * FROM _prisma_migrations').all(),
    accounts: database.prepare('SELECT * FROM "Account"').all(),
  }));

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'switchyard-migrations-'));
  directory = path.join(place, 'migrations');
  file = path.join(place, 'data', 'a.db');
  url = `file:${file}`;
  writeMigration('0001_account', account);
});
afterEach(() => rmSync(place, { recursive: true }));

describe('deployMigrations', () => {
  test('creates the folder and the file, applies in order, and finds nothing to do the second time', async () => {
    writeMigration('0002_user', user);
    expect(state()).toEqual({ kind: 'missing', pending: ['0001_account', '0002_user'] });
    expect(await deploy()).toEqual(['0001_account', '0002_user']);
    expect(state()).toEqual({ kind: 'current', pending: [] });
    expect(await deploy()).toEqual([]);
  });

  test('makes a database that only its user can read', async () => {
    await deploy();
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  });

  test('leaves a database in WAL mode, no side files, and rows as prisma migrate deploy writes them', async () => {
    await deploy();
    expect(readdirSync(path.dirname(file))).toEqual(['a.db']);
    expect(read((database) => database.pragma('journal_mode', { simple: true }))).toBe('wal');
    expect(everything().recorded).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        started_at: expect.any(Number),
        finished_at: expect.any(Number),
        migration_name: '0001_account',
        logs: null,
        rolled_back_at: null,
        applied_steps_count: 1,
      },
    ]);
  });

  test('applies only what is new, and nothing while a server of a release without the lock has it open', async () => {
    await deploy();
    read((database) => database.exec(`INSERT INTO "Account" VALUES ('acme')`));
    writeMigration('0002_user', user);
    expect(state()).toEqual({ kind: 'behind', pending: ['0002_user'] });
    const server = new Database(file);
    server.prepare('SELECT * FROM "Account"').all();
    await expect(deploy()).rejects.toThrow('is in use. Stop the server');
    server.close();
    expect(await deploy()).toEqual(['0002_user']);
    expect(everything().accounts).toEqual([{ id: 'acme' }]);
  });

  test('redefining a table keeps the rows that refer to it', async () => {
    writeMigration('0002_user', user);
    await deploy();
    read((database) =>
      database.exec(`INSERT INTO "Account" VALUES ('a'); INSERT INTO "User" VALUES ('u', 'a')`),
    );
    writeMigration(
      '0003_redefine',
      `PRAGMA foreign_keys=OFF; CREATE TABLE "new" ("id" TEXT NOT NULL PRIMARY KEY, "n" INTEGER);
       INSERT INTO "new" ("id") SELECT "id" FROM "Account"; DROP TABLE "Account";
       ALTER TABLE "new" RENAME TO "Account"; PRAGMA foreign_keys=ON;`,
    );
    await deploy();
    expect(read((database) => database.prepare('SELECT * FROM "User"').all())).toHaveLength(1);
  });

  test('a failing migration leaves schema, rows and records as they were, and a corrected one goes through', async () => {
    await deploy();
    const before = everything();
    writeMigration('0002_user', user);
    writeMigration(
      '0003_wrong',
      `INSERT INTO "Account" VALUES ('half'); CREATE TABLE "Account" ("id" TEXT);`,
    );
    await expect(deploy()).rejects.toThrow(
      'The migration 0003_wrong failed: table "Account" already exists. The database is unchanged',
    );
    expect(everything()).toEqual(before);
    writeMigration('0003_wrong', 'CREATE TABLE "Right" ("id" TEXT);');
    expect(await deploy()).toEqual(['0002_user', '0003_wrong']);
  });

  test('a migration that leaves references to nothing is undone', async () => {
    writeMigration('0002_user', user);
    await deploy();
    const before = everything();
    writeMigration('0003_orphan', `INSERT INTO "User" VALUES ('u', 'nobody');`);
    await expect(deploy()).rejects.toThrow('would leave 1 rows in User that refer to nothing');
    expect(everything()).toEqual(before);
  });

  test('a migration that ends its transaction is refused before anything runs', async () => {
    writeMigration('0002_commit', `${user}\nCOMMIT;`);
    await expect(deploy()).rejects.toThrow('The migration 0002_commit ends its transaction');
    expect(state).toThrow('0002_commit');
  });

  test('three processes at once all succeed and record each migration once', async () => {
    writeMigration('0002_user', user);
    const module = new URL('./deploy-migrations.ts', import.meta.url).href;
    const script = `import { deployMigrations } from ${JSON.stringify(module)};
      console.log(JSON.stringify(await deployMigrations(${JSON.stringify(url)}, ${JSON.stringify({ directory })})));`;
    const run = () =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flatMap(({ stdout }) => JSON.parse(stdout) as string[])).toEqual([
      '0001_account',
      '0002_user',
    ]);
    expect(everything().recorded).toHaveLength(2);
  });
});

describe('a deploy refuses, with a reason,', () => {
  test('a database newer than the code, by the names of its migrations', async () => {
    writeMigration('0002_user', user);
    await deploy();
    rmSync(path.join(directory, '0002_user'), { recursive: true });
    expect(state).toThrow(/is newer than this code: it has 0002_user\. Update the code/);
    await expect(deploy()).rejects.toThrow('0002_user');
  });

  test("an edited migration; other line ends don't count as an edit", async () => {
    writeMigration('0001_account', `${account}\n`);
    await deploy();
    writeMigration('0001_account', `${account}\r\n`);
    expect(state().kind).toBe('current');
    writeMigration('0001_account', `${account} -- edited`);
    expect(state).toThrow(/was migrated by another text of 0001_account/);
  });

  test('a migration that another tool left half-way', async () => {
    await deploy();
    read((database) => database.exec('UPDATE _prisma_migrations SET finished_at = NULL'));
    expect(state).toThrow(/0001_account failed half-way/);
  });

  test('the database of something else', () => {
    mkdirSync(path.dirname(file));
    read((database) => database.exec('CREATE TABLE "Recipe" ("id" TEXT)'));
    expect(state).toThrow('contains tables of another program');
  });

  test('a file that is no database', () => {
    mkdirSync(path.dirname(file));
    writeFileSync(
      file,
      'a letter to my aunt, which is long enough to be read as a header of one hundred bytes '.repeat(9),
    );
    expect(state).toThrow("isn't a SQLite database");
  });

  test("a folder that can't be created", async () => {
    writeFileSync(path.join(place, 'data'), '');
    await expect(deploy()).rejects.toThrow("can't be written");
  });
});

test('migrationScript gives the way from the migrations to a schema, nothing when they agree', async () => {
  const schema = (field: string) =>
    `generator client {\n provider = "prisma-client"\n output = "x"\n}\ndatasource db {\n provider = "sqlite"\n}\nmodel Account {\n id String @id\n${field}\n}`;
  writeMigration('0002_comment', 'CREATE TABLE "Gone" ("id" TEXT); DROP TABLE "Gone";');
  expect(await migrationScript({ provider: 'sqlite', directory }, schema('note String?'))).toContain(
    'ALTER TABLE "Account" ADD COLUMN "note" TEXT',
  );
  expect(await migrationScript({ provider: 'sqlite', directory }, schema(''))).toBe('');
});
