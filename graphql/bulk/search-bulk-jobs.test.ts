import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foldJobName } from '@/lib/server/jobs/ledger/job-search';
import type { BulkStatus, User } from '@/prisma/generated/prisma/client';
import { createTriedRun } from '@/testing/bulk-run';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
/** By name. */
const ids: Record<string, string> = {};

async function createRun(user: User, name: string, minute: number, status: BulkStatus = 'TRIED') {
  const { runId } = await createTriedRun(server.context, user);
  const createdAt = new Date(TEST_NOW.getTime() - minute * 60_000);
  const data = { name, searchName: foldJobName(name), createdAt, status };
  await server.context.db.write((tx) => tx.bulkRun.update({ where: { id: runId }, data }));
  ids[name] = runId;
}

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { developer, admin } = world.users;
  await createRun(developer, 'Élodie’s parts', 0);
  await createRun(developer, '100%_parts', 1, 'COMPLETED');
  await createRun(developer, 'Invoices', 2);
  await createRun(developer, 'Old parts', 3);
  await createRun(admin, 'Parts of an admin', 4);
  await createRun(world.strangers.developer, 'Parts elsewhere', 5);
});
afterAll(() => server.close());

async function found(variables: Record<string, unknown>, user = world.users.developer): Promise<string[]> {
  const { data, errors } = await server.call<{ listBulkJobs: { name: string }[] }>({
    query: `query ($name: String, $status: BulkJobStatus, $userId: ID, $limit: Int, $after: ID, $before: ID) {
      listBulkJobs(
        name: $name, status: $status, userId: $userId, limit: $limit, after: $after, before: $before
      ) { name }
    }`,
    token: await sessionToken(server.context, user),
    variables,
  });
  expect(errors).toEqual([]);
  return data?.listBulkJobs.map(({ name }) => name) ?? [];
}

test('bulk jobs are found by a part of their name in any case and without accents, or by the beginning of their id', async () => {
  expect(await found({})).toEqual(['Élodie’s parts', '100%_parts', 'Invoices', 'Old parts']);
  expect(await found({ name: 'PARTS' })).toEqual(['Élodie’s parts', '100%_parts', 'Old parts']);
  expect(await found({ name: 'elodie' })).toEqual(['Élodie’s parts']);
  expect(await found({ name: '%_' })).toEqual(['100%_parts']);
  expect(await found({ name: ids.Invoices?.slice(0, 12).toUpperCase() })).toEqual(['Invoices']);
  expect(await found({ name: 'bulk_' })).toEqual([]);
  expect(await found({ name: 'parts', status: 'COMPLETED' })).toEqual(['100%_parts']);
});

test('pages of a search follow each other, downwards and upwards', async () => {
  const [first, second, third] = ['Élodie’s parts', '100%_parts', 'Old parts'];
  expect(await found({ name: 'parts', limit: 1, after: ids[first ?? ''] })).toEqual([second]);
  expect(await found({ name: 'parts', limit: 1, before: ids[third ?? ''] })).toEqual([second]);
  // The cursor needn't match.
  expect(await found({ name: 'parts', after: ids.Invoices })).toEqual([third]);
});

test("an admin finds the account's runs and one user's, a developer only their own, and neither another account's", async () => {
  const { admin, developer } = world.users;
  expect(await found({ name: 'parts' }, admin)).toHaveLength(4);
  expect(await found({ name: 'parts', userId: developer.id }, admin)).toHaveLength(3);
  expect(await found({ name: ids['Parts elsewhere'] }, admin)).toEqual([]);
  expect(await found({ name: ids['Parts of an admin'] })).toEqual([]);
});

test.skipIf(onPostgres)('a search goes through the index of the list', async () => {
  const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
  // Statements that were prepared before are kept.
  await found({ name: 'no such name', status: 'TRIED' }, world.users.admin);
  const sql = prepared.mock.calls.map(([text]) => text).find((text) => text.includes('instr(')) ?? '';
  prepared.mockRestore();
  const values = Array<string>(sql.match(/\?/g)?.length ?? 0).fill('1');
  const plan = await server.context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
    `EXPLAIN QUERY PLAN ${sql}`,
    ...values,
  );
  const details = plan.map(({ detail }) => detail).join('; ');
  expect(details).toContain('USING INDEX BulkRun_listed (accountId=?');
  expect(details).not.toContain('TEMP B-TREE');
});
