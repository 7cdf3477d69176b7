import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { syncPlans } from '@/lib/server/billing/plans';
import { deployMigrations } from '@/lib/server/database/migrations/deploy-migrations';
import { openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { serverContext } from '@/lib/server/runtime/context';
import { findUsers, type UserSort } from '@/lib/server/users/list-users';
import { sortName } from '@/lib/server/users/user-names';
import { Prisma } from '@/prisma/generated/prisma/client';
import { onPostgres } from '@/testing/test-database';
import type { Database } from './database';
import { momentOf, type RowValue } from './dialect';
import { openDatabase } from './open-database';

interface Opened {
  db: Database;
  close(): Promise<void>;
}

const opening = {
  SQLite: async (): Promise<Opened> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-dialect-'));
    const file = path.join(folder, 'test.db');
    copyFileSync(inject('emptyDatabase'), file);
    return { db: openDatabase(`file:${file}`), close: async () => rmSync(folder, { recursive: true }) };
  },
  PostgreSQL: async (): Promise<Opened> => {
    const { url, close } = await openMemoryPostgres();
    await deployMigrations(url);
    const db = openDatabase(url);
    await syncPlans(serverContext(db));
    return { db, close };
  },
};

const accountId = 'acc_1';
const at = new Date('2026-06-15T12:34:56.789Z');
const names = [
  'Ada',
  'ada',
  'Ådal',
  'Zoë',
  'ZOE',
  'Émile',
  'emile',
  '王',
  '🚂',
  'a_b',
  'a%b',
  'İnci',
  'ß',
  '',
];

const orders: Record<UserSort, string> = {
  CREATED: '00 01 02 03 04 05 06 07 08 09 10 11 12 13',
  EMAIL: '00 10 11 01 12 02 13 03 04 05 06 07 08 09',
  NAME: '10 09 00 01 02 05 06 11 13 03 04 12 07 08',
  ROLE: '00 03 06 09 12 01 02 04 05 07 08 10 11 13',
  STATUS: '01 02 03 05 06 07 09 10 11 13 00 04 08 12',
};

// One suite for both: what it expects is written once.
describe.skipIf(onPostgres).each(Object.entries(opening))('the SQL of %s', (_name, open) => {
  let opened: Opened;
  let db: Database;
  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    await db.write(async (tx) => {
      const common = { accountId, createdAt: at, updatedAt: at };
      await tx.account.create({
        data: {
          ...common,
          accountId: undefined,
          id: accountId,
          name: 'Acme',
          planId: 'plan_pro',
          status: 'ACTIVE',
          settings: { a: 1 },
          demo: true,
        },
      });
      for (const [index, firstName] of names.entries()) {
        const identity = { firstName, lastName: null, email: `u${index % 10}${index}@acme.test` };
        await tx.user.create({
          data: {
            ...common,
            ...identity,
            id: `usr_${String(index).padStart(2, '0')}`,
            sortName: sortName(identity),
            passwordHash: 'x',
            role: index % 3 ? 'DEVELOPER' : 'ADMIN',
            status: index % 4 ? 'ACTIVE' : 'DISABLED',
            scopeRead: true,
            scopeWrite: true,
            scopeAdmin: false,
          },
        });
      }
      await tx.template.create({ data: { id: 'tpl_1', accountId, name: 'T', createdAt: at } });
    });
  });
  afterAll(async () => {
    await db.close();
    await opened.close();
  });

  const found = async (part: string) =>
    (
      await db.sql<{ firstName: string }>(
        Prisma.sql`SELECT "firstName" FROM "User" WHERE ${db.sql.dialect.contains(Prisma.sql`"firstName"`, part)} ORDER BY "id"`,
      )
    ).map(({ firstName }) => firstName);

  test.each([
    ['%', ['a%b']],
    ['_', ['a_b']],
    ['a', ['Ada', 'ada', 'Ådal', 'a_b', 'a%b']],
    ['A', ['Ada']],
    ['🚂', ['🚂']],
    ["'\\", []],
  ])('a text is found character for character: %s', async (part, expected) => {
    expect(await found(part)).toEqual(expected);
  });

  test('lists have one order whatever the letters, case and ties, forwards, backwards and from a cursor', async () => {
    const ids = async (sort: UserSort, descending: boolean, take = 100, from?: { id: string }) =>
      (await findUsers(db.prisma, { accountId, sort, descending }, { take, ...(from && { from }) })).map(
        ({ id }) => id.slice(4),
      );
    for (const sort of ['NAME', 'EMAIL', 'ROLE', 'STATUS', 'CREATED'] as const) {
      const all = await ids(sort, false);
      expect(all.join(' '), sort).toBe(orders[sort]);
      expect(await ids(sort, true)).toEqual(all.toReversed());
      for (const [index, id] of all.entries()) {
        expect(await ids(sort, false, 3, { id: `usr_${id}` })).toEqual(all.slice(index, index + 3));
        expect(await ids(sort, false, -3, { id: `usr_${id}` })).toEqual(
          all.slice(Math.max(0, index - 2), index + 1),
        );
      }
    }
  });

  const columns = [
    'id',
    'accountId',
    'userId',
    'templateId',
    'apiKeyId',
    'status',
    'model',
    'tokensIn',
    'tokensOut',
    'costMicros',
    'latencyMs',
    'finishedAt',
  ];
  const insert = (rows: RowValue[][]) =>
    db.write(
      (tx) => tx.$executeRaw`
        INSERT INTO "Execution" (${Prisma.raw(columns.map((column) => `"${column}"`).join(', '))})
        ${tx.dialect.rows('Execution', columns, rows)}
        ON CONFLICT ("id") DO UPDATE SET "latencyMs" = "Execution"."latencyMs" + excluded."latencyMs"`,
    );

  test('rows are written with their types, many with one parameter, and again where they conflict', async () => {
    const row = (id: string): RowValue[] => [
      id,
      accountId,
      'usr_00',
      'tpl_1',
      null,
      'COMPLETED',
      'a/"b\'\\',
      1,
      2,
      9_007_199_254_740_991,
      5,
      at,
    ];
    await insert(Array.from({ length: 3_000 }, (_, index) => row(`exe_${index}`)));
    await insert([row('exe_7')]);
    expect(await db.prisma.execution.count()).toBe(3_000);
    expect(await db.prisma.execution.findUnique({ where: { id: 'exe_7' } })).toEqual({
      id: 'exe_7',
      accountId,
      userId: 'usr_00',
      templateId: 'tpl_1',
      apiKeyId: null,
      status: 'COMPLETED',
      model: 'a/"b\'\\',
      tokensIn: 1,
      tokensOut: 2,
      costMicros: 9_007_199_254_740_991n,
      costKnown: true,
      latencyMs: 10,
      finishedAt: at,
    });
    await insert([]);
    expect(await db.prisma.execution.count()).toBe(3_000);
  });

  test('rows are read with the types of their columns: dates, booleans, big integers, null', async () => {
    const [plan] = await db.sql<object>(
      Prisma.sql`SELECT "monthlyPriceMicros", "includedExecutions" FROM "Plan" WHERE "id" = 'plan_basic'`,
    );
    expect(plan).toEqual({ monthlyPriceMicros: 0n, includedExecutions: 1_000 });
    const [user] = await db.sql<object>(
      Prisma.sql`SELECT "createdAt", "scopeRead", "scopeAdmin", "lastName", "role" FROM "User" WHERE "id" = 'usr_00' AND "createdAt" <= ${at}`,
    );
    expect(user).toEqual({
      createdAt: at,
      scopeRead: true,
      scopeAdmin: false,
      lastName: null,
      role: 'ADMIN',
    });
    const [sums] = await db.sql<Record<string, unknown>>(
      Prisma.sql`SELECT SUM("costMicros") AS "none", COUNT(*) AS "count" FROM "Execution" WHERE "id" = 'missing'`,
    );
    expect(sums?.none).toBeNull();
    expect(Number(sums?.count)).toBe(0);
  });

  test('a list becomes the text of a JSON array, in the order asked for, empty without rows', async () => {
    const { jsonArray, jsonObject } = db.sql.dialect;
    const user = jsonObject({
      id: Prisma.sql`"id"`,
      names: jsonObject({ first: Prisma.sql`"firstName"`, last: Prisma.sql`"lastName"` }),
      none: Prisma.sql`CASE WHEN "lastName" IS NOT NULL THEN ${jsonObject({ id: Prisma.sql`"id"` })} END`,
    });
    const list = async (ids: string[]) => {
      const [row] = await db.sql<{ list: string }>(
        Prisma.sql`SELECT ${jsonArray(user, Prisma.sql`"id" DESC`)} AS "list" FROM "User" WHERE "id" IN (${Prisma.join(ids)})`,
      );
      return JSON.parse(row?.list ?? '');
    };
    expect(await list(['usr_00', 'usr_08'])).toEqual([
      { id: 'usr_08', names: { first: '🚂', last: null }, none: null },
      { id: 'usr_00', names: { first: 'Ada', last: null }, none: null },
    ]);
    expect(await list(['missing'])).toEqual([]);
  });

  test('a moment that is missing comes before or after all others', async () => {
    const { longAgo, never } = db.sql.dialect;
    const [row] = await db.sql<Record<string, unknown>>(Prisma.sql`
      SELECT CASE WHEN ${longAgo} < "createdAt" THEN 1 ELSE 0 END AS "after",
        CASE WHEN "createdAt" < ${never} THEN 1 ELSE 0 END AS "before", max("createdAt") AS "at"
      FROM "User" WHERE "id" = 'usr_00' GROUP BY "createdAt"`);
    expect(row).toMatchObject({ after: 1, before: 1 });
    expect(momentOf(row?.at as Date)).toEqual(at);
    expect(momentOf(null)).toBeNull();
  });
});
