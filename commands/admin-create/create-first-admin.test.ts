import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { adminOptions, createFirstAdmin } from '@/commands/admin-create';
import { verifyPassword } from '@/lib/server/auth/passwords';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';

const flags = ['--account', 'Hooli', '--email', 'Gavin@Hooli.example'];

let folder: string;
let db: Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-admin-'));
  const file = path.join(folder, 'test.db');
  copyFileSync(inject('emptyDatabase'), file);
  db = openDatabase(`file:${file}`);
});

afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const run = (args: string[], input = '') =>
  createFirstAdmin(serverContext(db), adminOptions(args), Readable.from([input]));

const onlyAdmin = () => db.read.user.findFirstOrThrow({ include: { account: true } });

test('makes an account that is no demo, with an admin whose password came through a pipe', async () => {
  const said = await run([...flags, '--plan', 'Pro', '--password-stdin'], 'correct horse battery\n');
  expect(said).toBe('Made the account Hooli (Pro) with its admin gavin@hooli.example.');
  const admin = await onlyAdmin();
  expect(admin).toMatchObject({ email: 'gavin@hooli.example', role: 'ADMIN', scopeAdmin: true });
  expect(admin.account).toMatchObject({ name: 'Hooli', planId: 'plan_pro', demo: false });
  expect(await verifyPassword(admin.passwordHash, 'correct horse battery')).toBe(true);
});

test('by default starts on Starter with a generated password, shown once', async () => {
  const said = await run(flags);
  const password = /The password is (\S{24})\n/.exec(said)?.[1] ?? '';
  const admin = await onlyAdmin();
  expect(admin.account.planId).toBe('plan_starter');
  expect(await verifyPassword(admin.passwordHash, password)).toBe(true);
});

test('refuses a short password', async () => {
  await expect(run([...flags, '--password-stdin'], 'short\n')).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'A password has at least 8 characters.',
  });
  expect(await db.read.account.count()).toBe(0);
});

test('refuses an address that is in use', async () => {
  await run(flags);
  await expect(run(flags)).rejects.toThrow('A user with this email already exists.');
});
