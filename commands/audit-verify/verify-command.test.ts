import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verifyOptions } from '@/commands/audit-verify';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { root } from '@/scripts/project.mjs';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';

let folder: string;
let file: string;
let db: Database;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-verify-'));
  file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
  const ctx = serverContext(db);
  await accountWithTrail(ctx, 'acc_a');
  await addToTrail(ctx, 'acc_a', daily(new Date(), 4));
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Runs the real command to its end. */
async function verify(...args: string[]) {
  const env = { ...process.env, DATABASE_URL: `file:${file}`, INIT_CWD: folder };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'audit-verify', ...args], { cwd: root, env });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, error, code };
}

test('checks every chain and keeps the heads while a server writes; later it shows what was cut off', async () => {
  const whole = await verify('--write-heads', 'heads.json');
  expect(whole.error).toBe('');
  expect(whole.out).toMatch(/^acc_a: 4 events, head 4 [0-9a-f]{64}\nHeads written to .*heads\.json\n$/);
  expect(whole.code).toBe(0);
  const kept = readFileSync(path.join(folder, 'heads.json'), 'utf8');

  const raw = new SqliteDatabase(file);
  raw.exec('DROP TRIGGER "AuditEvent_no_delete"; DROP TRIGGER "AuditLink_no_delete"');
  raw.exec(`DELETE FROM "AuditEvent" WHERE "id" = (SELECT "eventId" FROM "AuditLink" WHERE "sequence" = 4)`);
  raw.exec(`DELETE FROM "AuditLink" WHERE "sequence" = 4`);
  raw.close();
  const cut = await verify('--heads', 'heads.json', '--write-heads', 'heads.json');
  expect(cut.out).toContain(
    'acc_a: BROKEN at link 4: the end was cut off, or a backup from before was restored: when the heads were kept there were 4',
  );
  expect(cut.error).toBe("The audit trail of one account is broken. The heads weren't written.\n");
  expect(cut.code).toBe(1);
  expect(readFileSync(path.join(folder, 'heads.json'), 'utf8')).toBe(kept);
});

test("says what it can't do, with its own exit code", async () => {
  writeFileSync(path.join(folder, 'other.json'), '{}');
  const runs = await Promise.all([verify('--heads', 'other.json'), verify('--account', 'acc_none')]);
  expect(runs.map(({ error, code }) => [error, code])).toEqual([
    [`${path.join(folder, 'other.json')} isn't a file that --write-heads wrote.\n`, 2],
    ['There is no account acc_none.\n', 2],
  ]);
});

test.each([
  [['--head', 'x'], "Unknown option '--head'"],
  [['acc_1'], 'Unexpected argument'],
  [['--account', ''], '--account takes the id of an account.'],
  [['--heads', ''], '--heads takes a file.'],
  [['--write-heads', ''], '--write-heads takes a file.'],
  [['--account', 'acc_1', '--write-heads', 'x'], '--write-heads keeps the heads of all accounts'],
])('%j is refused with what is wrong and the usage', (args, fault) => {
  expect(() => verifyOptions(args, '/')).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(fault),
      usage: commandLines['audit-verify'].usage,
    }),
  );
});

test('files count from where the person is', () => {
  expect(verifyOptions(['--heads', 'a', '--write-heads', '/b'], '/here')).toEqual({
    account: null,
    heads: '/here/a',
    writeHeads: '/b',
  });
});
