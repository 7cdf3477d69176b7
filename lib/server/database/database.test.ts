import { fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database, Queries } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { openDatabase } from '@/lib/server/database/open-database';
import { Prisma } from '@/prisma/generated/prisma/client';
import { refusedStatement } from '@/testing/refused-statement';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await copyTestDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.close();
  await database.remove();
});

const addEmail = (queries: Queries, id: string) =>
  queries.outboundEmail.create({
    data: { id, kind: 'CONTACT', templateId: 'test', params: {}, createdAt: new Date('2026-06-15') },
  });
/** A promise that the test resolves. */
function held<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((set) => {
    resolve = set;
  });
  return { promise, resolve };
}
const count = (where = {}) => db.prisma.outboundEmail.count({ where });

test('the database itself refuses every write outside a transaction of db.write', async () => {
  const before = await count();
  await expect(addEmail(db.prisma, 'outside')).rejects.toMatchObject(refusedStatement('read-only'));
  await expect(db.prisma.outboundEmail.deleteMany()).rejects.toMatchObject(refusedStatement('read-only'));
  await expect(db.prisma.plan.updateMany({ data: { position: 9 } })).rejects.toMatchObject(
    refusedStatement('read-only'),
  );
  await expect(db.prisma.$executeRaw`DELETE FROM "Plan"`).rejects.toMatchObject(
    refusedStatement('read-only'),
  );
  expect(await count()).toBe(before);
  expect(await db.prisma.plan.count({ where: { position: 9 } })).toBe(0);
});

test.runIf(onPostgres)("options of the URL add to the project's own: reads stay read-only", async () => {
  const other = openDatabase(
    `${database.url}?options=-c%20work_mem%3D5MB%20-c%20default_transaction_read_only%3Doff`,
  );
  await expect(addEmail(other.prisma, 'outside')).rejects.toMatchObject(refusedStatement('read-only'));
  expect(await other.sql(Prisma.sql`SELECT current_setting('work_mem') AS "memory"`)).toEqual([
    { memory: '5MB' },
  ]);
  await other.close();
});

test('a transaction that throws leaves nothing behind, and the next one works', async () => {
  const failing = db.write(async (tx) => {
    await addEmail(tx, 'failed-1');
    await addEmail(tx, 'failed-2');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await count({ id: { startsWith: 'failed' } })).toBe(0);
  await db.write((tx) => addEmail(tx, 'after-failure'));
  expect(await count({ id: 'after-failure' })).toBe(1);
});

test('a statement that the database refuses takes the whole transaction with it', async () => {
  const failing = db.write(async (tx) => {
    await addEmail(tx, 'twice');
    await addEmail(tx, 'twice');
  });
  await expect(failing).rejects.toThrow();
  expect(await count({ id: 'twice' })).toBe(0);
});

test('a read sees committed rows only, while a transaction is open and right after it', async () => {
  let seen = -1;
  await db.write(async (tx) => {
    await addEmail(tx, 'uncommitted');
    seen = await count({ id: 'uncommitted' });
    expect(await tx.outboundEmail.count({ where: { id: 'uncommitted' } })).toBe(1);
  });
  expect(seen).toBe(0);
  expect(await count({ id: 'uncommitted' })).toBe(1);
});

test('a read that needs several statements, or shares one with others, sees none of an open transaction', async () => {
  const [written, seen] = [held<void>(), held<void>()];
  const write = db.write(async (tx) => {
    await addEmail(tx, 'unseen');
    written.resolve();
    await seen.promise;
  });
  await written.promise;
  // More than SQLite takes in one statement, for which Prisma begins a transaction by itself.
  const ids = Array.from({ length: 2_500 }, (_, index) => `missing${index}`);
  const found = await Promise.all([
    db.prisma.outboundEmail.findMany({ where: { id: { in: ['unseen', ...ids] } } }),
    ...['unseen', 'missing'].map((id) => db.prisma.outboundEmail.findUnique({ where: { id } })),
  ]);
  expect(found).toEqual([[], null, null]);
  seen.resolve();
  await write;
  expect(await count({ id: 'unseen' })).toBe(1);
});

test('transactions of one process run one after the other, so that none loses an update', async () => {
  const running = { now: 0, most: 0 };
  const bump = () =>
    db.write(async (tx) => {
      running.most = Math.max(running.most, ++running.now);
      const { position } = await tx.plan.findUniqueOrThrow({ where: { id: 'plan_basic' } });
      await tx.plan.update({ where: { id: 'plan_basic' }, data: { position: position + 1 } });
      running.now -= 1;
    });
  await Promise.all(Array.from({ length: 20 }, bump));
  expect(running.most).toBe(1);
  expect(await db.prisma.plan.findUnique({ where: { id: 'plan_basic' } })).toMatchObject({ position: 20 });
});

test.runIf(onPostgres)(
  'writes of two accounts run side by side; one for all accounts waits for both, and they for it',
  async () => {
    const events: string[] = [];
    const gates = [held<void>(), held<void>()];
    const write = (name: string, accountId: string | undefined, until?: Promise<void>) =>
      db.write(
        async () => {
          events.push(`${name} begins`);
          await until;
          events.push(`${name} ends`);
        },
        { accountId },
      );
    const first = write('acme', 'acc_1', gates[0]?.promise);
    const second = write('globex', 'acc_2', gates[1]?.promise);
    await vi.waitFor(() => expect(events.toSorted()).toEqual(['acme begins', 'globex begins']));
    const all = write('all', undefined);
    const again = write('acme again', 'acc_1');
    gates[1]?.resolve();
    await second;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toHaveLength(3);
    gates[0]?.resolve();
    await Promise.all([first, all, again]);
    expect(events.indexOf('acme ends')).toBeLessThan(events.indexOf('all begins'));
    expect(events.indexOf('acme ends')).toBeLessThan(events.indexOf('acme again begins'));
    expect(Math.abs(events.indexOf('all begins') - events.indexOf('all ends'))).toBe(1);
  },
);

test.runIf(onPostgres)(
  'work for all processes is done by one at a time, and by the next once it has ended',
  async () => {
    const end = held<string>();
    const begun = held<void>();
    const first = db.tryExclusive('test', () => {
      begun.resolve();
      return end.promise;
    });
    await begun.promise;
    expect(await db.tryExclusive('test', async () => 'second')).toBeUndefined();
    expect(await db.tryExclusive('other work', async () => 'other')).toBe('other');
    end.resolve('first');
    expect(await first).toBe('first');
    expect(await db.tryExclusive('test', async () => 'third')).toBe('third');
  },
);

test('foreign keys hold: no session without its user, no user removed from under its rows', async () => {
  const orphan = db.write((tx) =>
    tx.session.create({
      data: {
        id: 'ses_orphan',
        userId: 'usr_nobody',
        tokenHash: 'none',
        createdAt: new Date(),
        lastUsedAt: new Date(),
        expiresAt: new Date(),
      },
    }),
  );
  await expect(orphan).rejects.toMatchObject(refusedStatement('foreign key'));
});

test('two processes that read, then write, the same row at the same time lose no update and meet no error', async () => {
  const bumps = 100;
  const script = new URL('../../../testing/bump-plan.ts', import.meta.url).pathname;
  const start = await db.prisma.plan.findUniqueOrThrow({ where: { id: 'plan_pro' } });
  const children = [1, 2].map(() =>
    fork(script, [database.url, 'plan_pro', String(bumps)], { execArgv: ['--import', 'tsx'] }),
  );
  const exits = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child, 'message')));
  for (const child of children) child.send('go');
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0]);
  const end = await db.prisma.plan.findUniqueOrThrow({ where: { id: 'plan_pro' } });
  expect(end.position - start.position).toBe(2 * bumps);
});

test.runIf(onPostgres)('a commit with a lost response is reported as uncertain, not as refused', async () => {
  const upstream = new URL(database.url);
  // Forwards everything until the client commits; then the client receives nothing more from the server.
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(upstream.port), upstream.hostname);
    server.pipe(client);
    client.on('data', (data) => {
      server.write(data);
      if (data.includes('COMMIT')) client.destroy();
    });
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(database.url);
  through.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const cut = openDatabase(through.href);
  await expect(cut.write((tx) => addEmail(tx, 'uncertain'))).rejects.toMatchObject({ failure: 'uncertain' });
  await expect(cut.write(() => Promise.reject(new DatabaseUnavailable('locked')))).rejects.toMatchObject({
    failure: 'locked',
  });
  await vi.waitFor(async () => expect(await count({ id: 'uncertain' })).toBe(1));
  await cut.close();
  proxy.close();
});
