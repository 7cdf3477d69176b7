import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { adminOptions, createFirstAdmin } from '@/commands/admin-create';
import { plans } from '@/lib/config/plans';
import { verifyPassword } from '@/lib/server/auth/passwords';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { commandLines } from '@/scripts/console/command-lines.mjs';

const { usage } = commandLines['admin-create'];
const flags = ['--account', 'Hooli', '--email', 'gavin@hooli.example'];

test.each([
  ['an invalid address', [...flags, '--email', 'nobody'], '--email: Enter a valid email address.'],
  ['an empty account name', [...flags, '--account', ' '], '--account: Enter an account name.'],
  [
    'an unknown plan',
    [...flags, '--plan', 'gold'],
    "--plan takes basic, starter, pro or enterprise, not 'gold'.",
  ],
  ['no account', flags.slice(2), '--account NAME is missing.'],
  ['no address', flags.slice(0, 2), '--email ADDRESS is missing.'],
  ['a flag without its value', [...flags, '--plan'], "Option '--plan <value>' argument missing."],
  ['a flag that does not exist', ['--acount', 'Hooli'], "Unknown option '--acount'."],
])('refuses %s with what is wrong, and the usage', (_, args, fault) => {
  expect(() => adminOptions(args)).toThrow(expect.objectContaining({ message: fault, usage }));
});

test('the usage names every plan', () => {
  for (const { name } of plans) expect(usage).toContain(name.toLowerCase());
});

const adminFlags = ['--account', 'Hooli', '--email', 'Gavin@Hooli.example'];

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

const onlyAdmin = () => db.prisma.user.findFirstOrThrow({ include: { account: true } });

test('makes an account that is no demo, with an admin whose password came through a pipe', async () => {
  const said = await run([...adminFlags, '--plan', 'Pro', '--password-stdin'], 'correct horse battery\n');
  expect(said).toBe('Made the account Hooli (Pro) with its admin gavin@hooli.example.');
  const admin = await onlyAdmin();
  expect(admin).toMatchObject({ email: 'gavin@hooli.example', role: 'ADMIN', scopeAdmin: true });
  expect(admin.account).toMatchObject({ name: 'Hooli', planId: 'plan_pro', demo: false });
  expect(await verifyPassword(admin.passwordHash, 'correct horse battery')).toBe(true);
});

test('by default starts on Starter with a generated password, shown once', async () => {
  const said = await run(adminFlags);
  const password = /The password is (\S{24})\n/.exec(said)?.[1] ?? '';
  const admin = await onlyAdmin();
  expect(admin.account.planId).toBe('plan_starter');
  expect(await verifyPassword(admin.passwordHash, password)).toBe(true);
});

test('refuses a short password', async () => {
  await expect(run([...adminFlags, '--password-stdin'], 'short\n')).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'A password has at least 8 characters.',
  });
  expect(await db.prisma.account.count()).toBe(0);
});

test('refuses an address that is in use', async () => {
  await run(adminFlags);
  await expect(run(adminFlags)).rejects.toThrow('A user with this email already exists.');
});
