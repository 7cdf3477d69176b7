import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { plans } from '@/lib/config/plans';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { syncPlans } from './sync-plans';

let folder: string;
let file: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-plans-'));
  file = path.join(folder, 'site.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const planRows = () => db.read.plan.findMany({ orderBy: { position: 'asc' } });

test('plans that are as the configuration says are not written, so nobody is waited for who writes', async () => {
  const writer = new Sqlite(file);
  writer.exec('BEGIN IMMEDIATE');
  expect(await syncPlans(serverContext(db))).toBe(0);
  writer.close();
});

test('plans that are missing or differ in any column are written, and no others', async () => {
  const before = await planRows();
  const [basic, starter, pro, enterprise] = plans.map(({ id }) => id);
  await db.write(async (tx) => {
    await tx.plan.delete({ where: { id: enterprise } });
    await tx.plan.update({ where: { id: pro }, data: { overagePriceMicros: null } });
    await tx.plan.update({ where: { id: starter }, data: { includedExecutions: 1, position: 7 } });
    await tx.plan.create({ data: { id: 'plan_old', name: 'Old', monthlyPriceMicros: 0, position: 9 } });
  });
  expect(await syncPlans(serverContext(db))).toBe(3);
  const after = await planRows();
  expect(after.filter(({ id }) => id !== 'plan_old')).toEqual(before);
  expect(after.map(({ id }) => id)).toEqual([basic, starter, pro, enterprise, 'plan_old']);
});
