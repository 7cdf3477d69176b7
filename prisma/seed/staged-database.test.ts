import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { createAccount } from '@/lib/server/account/create-account';
import { openDatabase } from '@/lib/server/database';
import { serverContext } from '@/lib/server/server-context';
import { fillAtOnce } from '@/prisma/seed/staged-database';

let folder: string;
let url: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-staged-'));
  vi.stubEnv('TMPDIR', folder);
  copyFileSync(inject('emptyDatabase'), path.join(folder, 'test.db'));
  url = `file:${path.join(folder, 'test.db')}`;
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function openAccount(at: string, name: string): Promise<void> {
  const db = openDatabase(at);
  const admin = { email: `admin@${name}.test`, password: 'correct horse battery' };
  await createAccount(serverContext(db), { name, planId: 'plan_pro', demo: true }, admin);
  await db.close();
}

async function accountsAndEvents(): Promise<[string[], number]> {
  const db = openDatabase(url);
  const accounts = await db.read.account.findMany();
  const events = await db.read.auditEvent.count();
  await db.close();
  return [accounts.map(({ name }) => name), events];
}

test('brings in all that the fill wrote, and leaves no copy behind', async () => {
  expect(await fillAtOnce(url, (copy) => openAccount(copy, 'acme'))).toBe(true);
  expect(await accountsAndEvents()).toEqual([['acme'], 2]);
  expect(readdirSync(folder).filter((name) => name.includes('seed'))).toEqual([]);
});

test('brings in nothing of a fill that fails', async () => {
  const failing = async (copy: string) => {
    await openAccount(copy, 'acme');
    throw new Error('cut short');
  };
  await expect(fillAtOnce(url, failing)).rejects.toThrow('cut short');
  expect(await accountsAndEvents()).toEqual([[], 0]);
  expect(readdirSync(folder).filter((name) => name.includes('seed'))).toEqual([]);
});

test('gives way to accounts that were there, or came meanwhile', async () => {
  const late = async (copy: string) => {
    await openAccount(copy, 'acme');
    await openAccount(url, 'real');
  };
  expect(await fillAtOnce(url, late)).toBe(false);
  expect(await fillAtOnce(url, () => Promise.reject(new Error('never called')))).toBe(false);
  expect(await accountsAndEvents()).toEqual([['real'], 2]);
});
