import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '@/lib/server/audit/record-audit';
import { operatorViewer } from '@/lib/server/auth/viewer';
import type { Queries } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { refusedStatement } from '@/testing/refused-statement';
import { storedRows } from '@/testing/stored-rows';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  action: string;
  user_id: string | null;
  created_at: string;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  await server.context.db.write(async (tx) => {
    for (let i = 0; i < 12; i++) {
      const createdAt = new Date(Date.UTC(2026, 5, 1 + Math.floor(i / 4), 23, 59, 59, 999));
      const actor = operatorViewer(i % 2 ? world.users.developer : world.users.secondAdmin);
      await recordAudit(
        tx,
        { ...server.context, now: () => createdAt },
        {
          action: i % 3 ? 'api_key.revoke' : 'api_key.rotate',
          actor,
          accountId: world.acme.id,
          entityId: `key_${i}`,
        },
      );
    }
  });
});
afterAll(() => server.close());

const call = (args: Record<string, unknown> = {}) => ({
  query: `query ($limit: Int, $after: ID, $before: ID, $userId: ID, $action: String, $from: Date, $to: Date) {
    rows: getAllAuditLogs(limit: $limit, after: $after, before: $before, userId: $userId, action: $action,
      from: $from, to: $to) { id action user_id account_id created_at }
  }`,
  variables: args,
  token: admin,
});
const list = async (args?: Record<string, unknown>) =>
  (await expectData<{ rows: Listed[] }>(server, call(args))).rows;

test("the trail is the caller's account's alone, newest first, the operator's changes without a user", async () => {
  const rows = await list();
  expect(rows).toHaveLength(
    await server.context.db.prisma.auditEvent.count({ where: { accountId: world.acme.id } }),
  );
  expect(new Set(rows.map((row) => (row as unknown as { account_id: string }).account_id))).toEqual(
    new Set([world.acme.id]),
  );
  const times = rows.map(({ created_at }) => Number(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(rows.find(({ action }) => action === 'account.create')?.user_id).toBeNull();
  expect(rows[0]?.created_at).toBe(String(TEST_NOW.getTime()));
});

test('filters by person, action and UTC days, both included, combine', async () => {
  const { developer, secondAdmin } = world.users;
  expect(await list({ userId: developer.id })).toHaveLength(6);
  expect(await list({ action: 'api_key.rotate' })).toHaveLength(4);
  expect(await list({ userId: secondAdmin.id, action: 'api_key.rotate' })).toHaveLength(2);
  expect(await list({ from: '2026-06-02', to: '2026-06-02' })).toHaveLength(4);
  expect(await list({ to: '2026-06-02' })).toHaveLength(8);
  expect(await list({ from: '2026-06-02', to: '2026-06-03', userId: developer.id })).toHaveLength(4);
  expect(await list({ userId: world.strangers.admin.id })).toEqual([]);
});

test('an action that there is none of is refused with the field named', async () => {
  const refusal = badField('action', 'There is no such action. Choose one from the list.');
  for (const action of ['user.explode', 'USER.UPDATE'])
    await expectRefusal(server, call({ action }), refusal);
});

test('pages of the filtered trail hold every event once, in both directions', async () => {
  const filters = { from: '2026-06-01', to: '2026-06-03' };
  const whole = await list(filters);
  expect(whole).toHaveLength(12);
  const seen: Listed[] = [];
  for (let page = await list({ ...filters, limit: 5 }); page.length > 0; ) {
    seen.push(...page);
    page = await list({ ...filters, limit: 5, after: seen.at(-1)?.id });
  }
  expect(seen).toEqual(whole);
  expect(await list({ ...filters, limit: 5, before: whole[7]?.id })).toEqual(whole.slice(2, 7));
  const [newest] = await list({ limit: 1 });
  expect(await list({ ...filters, limit: 2, after: newest?.id })).toEqual(whole.slice(0, 2));
});

test("a cursor from another account's trail is refused like a missing one", async () => {
  const theirs = await server.context.db.prisma.auditEvent.findFirstOrThrow({
    where: { accountId: world.globex.id },
  });
  for (const after of [theirs.id, 'aud_nonexistent']) {
    await expectRefusal(
      server,
      call({ after }),
      badField('after', "The cursor isn't in this list. Send the id of a row that is."),
    );
  }
});

test('the trail is append-only: the database itself refuses to change or delete an event, in any transaction', async () => {
  const before = await storedRows(server.context);
  const [event] = await list({ limit: 1 });
  const where = { id: event?.id as string };
  const forge = Prisma.sql`REPLACE INTO "AuditEvent"
    SELECT "id", "accountId", NULL, 'forged', "entityId", "metadata", "createdAt" FROM "AuditEvent"`;
  const attempts: ((tx: Queries) => Promise<unknown>)[] = [
    (tx) => tx.auditEvent.update({ where, data: { action: 'forged' } }),
    (tx) => tx.auditEvent.updateMany({ data: { userId: null } }),
    (tx) => tx.auditEvent.delete({ where }),
    (tx) => tx.auditEvent.deleteMany(),
    (tx) => tx.$executeRaw`DELETE FROM "AuditEvent"`,
    ...(onPostgres ? [] : [(tx: Queries) => tx.$executeRaw(forge)]),
    ...(onPostgres ? [(tx: Queries) => tx.$executeRaw`TRUNCATE "AuditEvent" CASCADE`] : []),
  ];
  for (const attempt of attempts) {
    await expect(server.context.db.write(attempt)).rejects.toMatchObject(refusedStatement('trigger'));
  }
  expect(await storedRows(server.context)).toEqual(before);
});

test("an audit event that can't be written takes the change with it", async () => {
  const before = await storedRows(server.context);
  const failing = server.context.db.write(async (tx) => {
    await tx.user.update({ where: { id: world.users.developer.id }, data: { firstName: 'Unseen' } });
    await recordAudit(tx, server.context, {
      action: 'user.update',
      actor: null,
      accountId: 'acc_nonexistent',
      entityId: world.users.developer.id,
    });
  });
  await expect(failing).rejects.toMatchObject(refusedStatement('foreign key'));
  expect(await storedRows(server.context)).toEqual(before);
});
