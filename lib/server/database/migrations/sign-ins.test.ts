import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployMigrations } from './deploy-migrations';

// The result of migration 0007 on a database that was in use before.

const all = path.join(process.cwd(), 'prisma/migrations/sqlite');
let place: string;
let database: Database.Database;
const deploy = async () => {
  await deployMigrations(`file:${path.join(place, 'a.db')}`, { directory: path.join(place, 'migrations') });
};

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'switchyard-sign-ins-'));
  for (const name of readdirSync(all).filter((name) => name < '0007'))
    cpSync(path.join(all, name), path.join(place, 'migrations', name), { recursive: true });
  await deploy();
  database = new Database(path.join(place, 'a.db'));
  database.exec(`
    INSERT INTO "Plan" ("id", "name", "monthlyPriceMicros", "position") VALUES ('plan', 'Plan', 0, 0);
    INSERT INTO "Account" ("id", "name", "planId", "status", "settings", "demo", "createdAt", "updatedAt")
      VALUES ('acme', 'Acme', 'plan', 'ACTIVE', '{}', 0, 1, 1), ('demo', 'Demo', 'plan', 'ACTIVE', '{}', 1, 1, 1);
    INSERT INTO "Template" ("id", "accountId", "name", "createdAt") VALUES ('tpl', 'acme', 'T', 1);`);
});
afterEach(() => {
  database.close();
  rmSync(place, { recursive: true });
});

const addUser = (id: string, account = 'acme') =>
  database
    .prepare(
      `INSERT INTO "User" ("id", "accountId", "email", "passwordHash", "role", "status", "scopeRead", "scopeWrite",
         "scopeAdmin", "createdAt", "updatedAt") VALUES (?, ?, ?, 'x', 'DEVELOPER', 'ACTIVE', 1, 1, 0, 1, 1)`,
    )
    .run(id, account, `${id}@acme.example`);
const addSession = (userId: string, createdAt: number, lastUsedAt: number) =>
  database
    .prepare(
      `INSERT INTO "Session" ("id", "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt") VALUES (?, ?, ?, ?, ?, 1)`,
    )
    .run(`s${userId}${createdAt}`, userId, `s${userId}${createdAt}`, createdAt, lastUsedAt);
let events = 0;
const addEvent = (userId: string | null, action: string, at: number, entityId = userId, account = 'acme') =>
  database
    .prepare(
      `INSERT INTO "AuditEvent" ("id", "accountId", "userId", "action", "entityId", "metadata", "createdAt")
       VALUES (?, ?, ?, ?, ?, '{}', ?)`,
    )
    .run(`e${++events}`, account, userId, action, entityId, at);
const addKey = (userId: string, createdAt: number) =>
  database
    .prepare(
      `INSERT INTO "ApiKey" ("id", "accountId", "userId", "hint", "secretHash", "status", "scopeRead", "scopeWrite",
         "scopeAdmin", "createdAt", "updatedAt") VALUES (?, 'acme', ?, 'h', ?, 'ACTIVE', 1, 1, 0, ?, ?)`,
    )
    .run(`k${userId}`, userId, `k${userId}`, createdAt, createdAt);
const addExecution = (userId: string, finishedAt: number) =>
  database
    .prepare(
      `INSERT INTO "Execution" ("id", "accountId", "userId", "templateId", "status", "model", "tokensIn", "tokensOut",
         "costMicros", "latencyMs", "finishedAt") VALUES (?, 'acme', ?, 'tpl', 'COMPLETED', 'm', 1, 1, 1, 1, ?)`,
    )
    .run(`x${userId}`, userId, finishedAt);

async function migrate(): Promise<void> {
  cpSync(path.join(all, '0007_sign_ins'), path.join(place, 'migrations', '0007_sign_ins'), {
    recursive: true,
  });
  database.close();
  await deploy();
  database = new Database(path.join(place, 'a.db'));
}
const users = () =>
  Object.fromEntries(
    database
      .prepare<[], { id: string; signedIn: number; active: number }>(
        `SELECT "id", "lastSignInAt" AS "signedIn", "lastActiveAt" AS "active" FROM "User" ORDER BY "id"`,
      )
      .all()
      .map(({ id, signedIn, active }) => [id, [signedIn, active]]),
  );

test('the last sign-in is that of sessions and the trail; without either, anything a user did proves one', async () => {
  for (const id of ['session', 'trail', 'both', 'key', 'ran', 'acted', 'nothing']) addUser(id);
  addSession('session', 10, 40);
  addSession('session', 20, 30);
  addEvent('trail', 'session.start', 15);
  addEvent('trail', 'api_key.create', 25);
  addSession('both', 10, 12);
  addEvent('both', 'session.start', 50);
  addKey('key', 60);
  addExecution('ran', 70);
  addEvent('acted', 'account.update', 80);
  addEvent(null, 'user.refuse_sign_in', 90, 'nothing');
  addEvent('acted', 'user.create', 5, 'nothing');
  await migrate();
  expect(users()).toEqual({
    session: [20, 40],
    trail: [15, 15],
    both: [50, 50],
    key: [60, 60],
    ran: [70, 70],
    acted: [80, 80],
    nothing: [null, null],
  });
});

test("a password last set by an admin is temporary, from the migration on; demo passwords aren't", async () => {
  for (const id of ['invited', 'chosen', 'reset', 'operator', 'unknown']) addUser(id);
  addUser('demonstrator', 'demo');
  addEvent('admin', 'user.create', 10, 'invited');
  addEvent('admin', 'user.create', 10, 'chosen');
  addEvent('chosen', 'user.change_password', 20);
  addEvent('reset', 'user.change_password', 20);
  addEvent('admin', 'user.reset_password', 30, 'reset');
  addEvent(null, 'user.create', 10, 'operator');
  addEvent('admin', 'user.create', 10, 'demonstrator', 'demo');
  const before = Date.now() - 1_000;
  await migrate();
  const temporary = database
    .prepare<[], { id: string; at: number }>(
      `SELECT "id", "temporaryPasswordAt" AS "at" FROM "User" WHERE "temporaryPasswordAt" IS NOT NULL ORDER BY "id"`,
    )
    .all();
  expect(temporary.map(({ id }) => id)).toEqual(['invited', 'reset']);
  for (const { at } of temporary) {
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  }
});
