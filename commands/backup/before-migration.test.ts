import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { backUpBeforeMigration } from '@/lib/server/database/backup/before-migration';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { projectMigrations, readMigrations } from '@/lib/server/database/migrations/read-migrations';
import { prepareDatabase } from '@/server/starting/prepare-database';
import { databaseFolder, emailsIn, now, sql } from '@/testing/database-folder';
import { restoreBackup } from './restore-backup';

const places = databaseFolder();
const backups = () => {
  const folder = path.dirname(places.backup);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const everything = (file: string) =>
  sql(file, (connection) => {
    const names = connection.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    return names.map((name) => [name, connection.prepare(`SELECT * FROM "${name}"`).all()]);
  });

/** A database of release `0.9.0`, with a row. @returns the migrations of that release */
async function makeOlderDatabase(): Promise<string> {
  const older = path.join(places.folder, 'migrations');
  cpSync(projectMigrations.sqlite, older, { recursive: true });
  for (const { name } of readMigrations(older))
    if (name > '0014') rmSync(path.join(older, name), { recursive: true });
  rmSync(places.file);
  await deployMigrations(`file:${places.file}`, { directory: older });
  sql(places.file, (connection) =>
    connection.exec(`INSERT INTO "OutboundEmail" ("id", "kind", "templateId", "params", "createdAt")
      VALUES ('before', 'CONTACT', 'test', '{}', 0)`),
  );
  return older;
}

const start = async (variables: Record<string, string> = {}) => {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
  const environment = { DATABASE_URL: `file:${places.file}`, DEMO_DATA: 'off', ...variables };
  await prepareDatabase(readEnvironment(environment)).finally(() => vi.restoreAllMocks());
  return said.join('\n');
};

test('a start names the release and the backup that restore the rows from before its migrations', async () => {
  const older = await makeOlderDatabase();
  const before = everything(places.file);
  const said = await start();
  const [, release, file = ''] =
    /check out release (\S+), and run npm run restore -- (\S+\.db)/.exec(said) ?? [];
  expect(release).toBe('0.9.0');
  expect(path.basename(file)).toMatch(/^\w+-before-upgrade-from-0\.9\.0-\d{8}T\d{6}Z\.db$/);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  sql(places.file, (connection) => connection.exec('DELETE FROM "OutboundEmail"'));
  // As the release of the backup does, which knows its own migrations only, and no lock.
  writeFileSync(`${places.file}-server`, '');
  await restoreBackup(file, places.file, { now, directory: older });
  expect(everything(places.file)).toEqual(before);
  expect(await start()).toContain('check out release 0.9.0');
  expect(emailsIn(places.file)).toEqual(['before']);
});

test('a new database, a current one, and NO_BACKUP_BEFORE_MIGRATION=1 make no backup', async () => {
  await start();
  rmSync(places.file);
  await start();
  await makeOlderDatabase();
  await start({ NO_BACKUP_BEFORE_MIGRATION: '1' });
  expect(backups()).toEqual([]);
});

test('a migration that fails leaves no backup behind, since the database is unchanged', async () => {
  await makeOlderDatabase();
  sql(places.file, (connection) => connection.exec('ALTER TABLE "Job" RENAME TO "Work"'));
  await expect(start()).rejects.toThrow();
  expect(backups()).toEqual([]);
});

test('the last three stay, by their moment and not their release, and nothing else goes', async () => {
  mkdirSync(path.dirname(places.backup));
  const { name } = path.parse(places.file);
  const others = [
    'switchyard-20200101T000000Z.db',
    `${name}-before-upgrade-from-home.db`,
    // Of another database in the same folder.
    'other-before-upgrade-from-0.9.0-20200101T000000Z.db',
  ];
  for (const other of others) writeFileSync(path.join(path.dirname(places.backup), other), '');
  for (const [day, migration] of [
    ['01', '0015_searched_jobs'],
    ['02', '0013_bounded_jobs'],
    ['03', '0014_unknown_costs'],
    ['04', '0001_ground'],
  ] as const) {
    const moment = { now: new Date(`2026-06-${day}T00:00:00Z`) };
    (await backUpBeforeMigration(places.file, migration, moment)).keep();
  }
  expect(backups()).toEqual([
    'other-before-upgrade-from-0.9.0-20200101T000000Z.db',
    `${name}-before-upgrade-from-0.1.0-20260604T000000Z.db`,
    `${name}-before-upgrade-from-0.9.0-20260602T000000Z.db`,
    `${name}-before-upgrade-from-0014_unknown_costs-20260603T000000Z.db`,
    `${name}-before-upgrade-from-home.db`,
    'switchyard-20200101T000000Z.db',
  ]);
  // As a start that is killed before it has migrated, again and again.
  for (const day of ['05', '06', '07', '08'])
    await backUpBeforeMigration(places.file, '0001_ground', { now: new Date(`2026-06-${day}T00:00:00Z`) });
  expect(backups().filter((file) => file.startsWith(`${name}-before-upgrade-from-0.1.0`))).toHaveLength(3);
});

test('a disk that is too full stops the start before anything changes, and says both ways out', async () => {
  const full = backUpBeforeMigration(places.file, '0001_ground', { now, freeBytes: 1_000_000 });
  await expect(full).rejects.toThrow(
    /the disk is too full: .+ Free some space\. If .+ set NO_BACKUP_BEFORE_MIGRATION=1/,
  );
  expect(backups()).toEqual([]);
});
