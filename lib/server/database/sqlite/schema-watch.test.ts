import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Database } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { openSqlite } from './open-sqlite';

let folder: string;
let file: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-schema-'));
  file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openSqlite(`file:${file}`);
  for (const use of Object.values(uses)) await use();
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const shell = (sql: string) => {
  const connection = new Sqlite(file);
  connection.exec(sql);
  connection.close();
};
const uses = {
  write: () => db.write((tx) => tx.$executeRaw`UPDATE "Plan" SET "name" = "name"`),
  writeRows: () => db.writeRows((tx) => tx.$executeRaw`UPDATE "Plan" SET "name" = "name"`),
  read: () => db.prisma.plan.count(),
  rows: () => db.sql(Prisma.sql`SELECT "id" FROM "Plan"`),
};
const refused = { name: 'DatabaseUnavailable', failure: 'changed' };

test.each([
  [
    'migrated by another release',
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '0015%'; CREATE TABLE "New" ("id" TEXT)`,
  ],
  ['without a table', 'DROP TABLE "OutboundEmail"'],
  ['without a trigger', 'DROP TRIGGER "AuditEvent_no_delete"'],
  ['with another column', 'ALTER TABLE "Plan" ADD COLUMN "extra" TEXT'],
])('a server whose database is %s writes and reads nothing until it is restarted', async (_what, change) => {
  shell(change);
  await expect(uses.writeRows()).rejects.toMatchObject(refused);
  for (const use of [...Object.values(uses), db.assertSchema])
    await expect(use()).rejects.toMatchObject(refused);
});

test.each(Object.keys(uses) as (keyof typeof uses)[])('%s notices the change by itself', async (name) => {
  shell('DROP TRIGGER "AuditEvent_no_delete"');
  const outcome = () =>
    uses[name]().then(
      () => 'worked',
      (error) => error.failure,
    );
  await expect.poll(outcome).toBe('changed');
});

test("the operator's own tables and indexes may come and go", async () => {
  for (const change of [
    'CREATE TABLE "_litestream_seq" ("id" INTEGER PRIMARY KEY)',
    'CREATE INDEX "by_name" ON "Account" ("name"); ANALYZE',
    'DROP TABLE "_litestream_seq"; DROP INDEX "by_name"; VACUUM',
  ]) {
    shell(change);
    for (const use of Object.values(uses)) await use();
    await db.assertSchema();
  }
});
