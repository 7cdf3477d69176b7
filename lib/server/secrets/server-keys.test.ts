import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import { copyTestDatabase, type TestDatabase } from '@/testing/test-database';
import { ServerKeys } from './server-keys';

let stored: TestDatabase;
let db: Database;
beforeEach(async () => {
  stored = await copyTestDatabase();
  db = await openDatabase(stored.url);
});
afterEach(async () => {
  await db.close();
  await stored.remove();
});

const configured = 'k7Qm2v9XbLr4TzYc0HdN8sWgPf5uJe3A';

test('without SECRETS_KEY, processes that start at the same time share the key of the database', async () => {
  const [one, other] = [new ServerKeys(db), new ServerKeys(db)];
  const [mine, theirs] = await Promise.all([one.sign('file links', 'a'), other.sign('file links', 'a')]);
  expect(mine).toBe(theirs);
  expect(await new ServerKeys(db).isSignedBy('file links', 'a', mine)).toBe(true);
});

test('with SECRETS_KEY, nothing is stored, and the key of the database opens nothing', async () => {
  const keys = new ServerKeys(db, configured);
  const sealed = await keys.seal('webhook secrets', 'whsec_a', 'acc_1');
  expect(await db.prisma.serverKey.count()).toBe(0);
  expect(await new ServerKeys(db, configured).open('webhook secrets', sealed, 'acc_1')).toBe('whsec_a');
  expect(await new ServerKeys(db).open('webhook secrets', sealed, 'acc_1')).toBeNull();
});

test('a sealed value that was changed, moved to another owner, or signed for another purpose is refused', async () => {
  const keys = new ServerKeys(db, configured);
  const sealed = await keys.seal('webhook secrets', 'whsec_a', 'acc_1');
  const changed = Buffer.from(sealed, 'base64');
  changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
  expect(await keys.open('webhook secrets', changed.toString('base64'), 'acc_1')).toBeNull();
  expect(await keys.open('webhook secrets', sealed, 'acc_2')).toBeNull();
  expect(await keys.open('webhook secrets', '', 'acc_1')).toBeNull();
  const signature = await keys.sign('file links', 'a');
  expect(await keys.isSignedBy('webhook secrets', 'a', signature)).toBe(false);
  expect(await keys.isSignedBy('file links', 'b', signature)).toBe(false);
});

test('equal secrets are encrypted differently', async () => {
  const keys = new ServerKeys(db, configured);
  const seal = () => keys.seal('webhook secrets', 'whsec_a', 'acc_1');
  expect(await seal()).not.toBe(await seal());
});
