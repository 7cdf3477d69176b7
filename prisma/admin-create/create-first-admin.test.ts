import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/passwords';
import { type Database, openDatabase } from '@/lib/server/database';
import { serverContext } from '@/lib/server/server-context';
import { createFirstAdmin } from '@/prisma/admin-create/create-first-admin';

const flags = ['--account', 'Hooli', '--email', 'Gavin@Hooli.example', '--plan', 'starter'];

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

/** Runs the command on a pipe. */
async function run(args: string[], typed: string): Promise<string> {
  const output = new PassThrough();
  await createFirstAdmin(serverContext(db), args, { input: new PassThrough().end(typed), output });
  return String(output.read() ?? '');
}

/** Runs the command at a terminal, typing each answer when its question has been asked. */
async function converse(args: string[], answers: [question: string, answer: string][]): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const left = [...answers];
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
    const [question, answer] = left[0] ?? [];
    if (!question || !shown.endsWith(question)) return;
    left.shift();
    setImmediate(() => input.write(answer));
  });
  await createFirstAdmin(serverContext(db), args, { input, output });
  expect(left).toEqual([]);
  return shown;
}

const onlyAdmin = () => db.read.user.findFirstOrThrow({ include: { account: true } });

test('makes an account that is no demo, with an admin whose password came through a pipe', async () => {
  const said = await run(flags, 'correct horse battery\n');
  expect(said).toBe('Made the account Hooli (Starter) with its admin gavin@hooli.example.\n');
  const admin = await onlyAdmin();
  expect(admin).toMatchObject({ email: 'gavin@hooli.example', role: 'ADMIN', scopeAdmin: true });
  expect(admin.account).toMatchObject({ name: 'Hooli', planId: 'plan_starter', demo: false });
  expect(await verifyPassword(admin.passwordHash, 'correct horse battery')).toBe(true);
});

test('makes a password where none is given, and shows it once', async () => {
  const said = await run(flags, '');
  const password = /The password is (\S{24})\n/.exec(said)?.[1] ?? '';
  expect(await verifyPassword((await onlyAdmin()).passwordHash, password)).toBe(true);
});

test('asks at a terminal for what the flags leave out, again where it is wrong, and hides the password', async () => {
  const shown = await converse(
    ['--account', 'Hooli'],
    [
      ['e-mail address: ', 'nobody\n'],
      ['e-mail address: ', 'gavin@hooli.example\n'],
      ['enterprise): ', 'gold\n'],
      ['enterprise): ', 'Pro\n'],
      ['have one made): ', 'short\n'],
      ['have one made): ', 'correct horse battery\n'],
    ],
  );
  expect(shown).toContain('Enter a valid e-mail address.');
  expect(shown).toContain('Choose a plan: basic, starter, pro, enterprise.');
  expect(shown).toContain('A password has at least 8 characters.');
  expect(shown).not.toMatch(/short|horse/);
  expect(await verifyPassword((await onlyAdmin()).passwordHash, 'correct horse battery')).toBe(true);
});

test('ends at a terminal when the person does', async () => {
  await expect(converse([], [['Account name: ', '\u0004']])).rejects.toThrow('Nothing was created.');
  expect(await db.read.account.count()).toBe(0);
});

test.each([
  ['an address that is none', [...flags, '--email', 'nobody'], '', 'Enter a valid e-mail address.'],
  ['an unknown plan', [...flags, '--plan', 'gold'], '', 'Choose a plan: basic, starter, pro, enterprise.'],
  ['an empty account name', [...flags, '--account', ' '], '', 'Enter an account name.'],
  ['a short password', flags, 'short\n', 'A password has at least 8 characters.'],
  ['a flag left out without a terminal', flags.slice(2), '', 'Without a terminal, give --account NAME'],
  ['a flag that does not exist', [...flags, '--admin'], '', "Unknown option '--admin'"],
])('refuses %s', async (_, args, typed, message) => {
  await expect(run(args, typed)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining(message),
  });
  expect(await db.read.account.count()).toBe(0);
});

test('refuses an address that somebody has', async () => {
  await run(flags, '');
  await expect(run(flags, '')).rejects.toThrow('A user with this email already exists.');
});
