import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foldJobName } from '@/lib/server/jobs/ledger/job-search';
import type { User } from '@/prisma/generated/prisma/client';
import { endedJob } from '@/testing/job-rows';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
const names = ['Élodie: Ticket triage', 'ticket summary', '100%_done', '1000 done', 'Digest', 'Digest'];
const idOf = (index: number) => `job_${'abcdefgh'[index]}${'0'.repeat(19)}`;

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { developer, admin } = world.users;
  const job = (user: User, id: string, name: string, minute: number) => ({
    ...endedJob(user, id),
    ...{ name, searchName: foldJobName(name), createdAt: new Date(TEST_NOW.getTime() - minute * 60_000) },
  });
  await server.context.db.write((tx) =>
    tx.job.createMany({
      data: [
        ...names.map((name, index) => job(developer, idOf(index), name, index)),
        job(admin, 'job_admin000000000000000', 'Ticket of an admin', 10),
        job(world.strangers.developer, 'job_stranger000000000000', 'Ticket elsewhere', 0),
      ],
    }),
  );
});
afterAll(() => server.close());

async function found(
  variables: Record<string, unknown>,
  user: User = world.users.developer,
): Promise<string[]> {
  const { data, errors } = await server.call<{ listJobs: { jobId: string }[] }>({
    query: `query ($name: String, $status: JobStatus, $limit: Int, $after: ID, $before: ID) {
      listJobs(name: $name, status: $status, limit: $limit, after: $after, before: $before) { jobId }
    }`,
    token: await sessionToken(server.context, user),
    variables,
  });
  expect(errors ?? []).toEqual([]);
  return data?.listJobs.map(({ jobId }) => jobId) ?? [];
}

test.each([
  ['part of a name in any case', 'TICKET', [0, 1]],
  ['a name without its accents', 'elodie', [0]],
  ['a name with its accents', 'ÉLODIE', [0]],
  ['% and _ as they are', '%_', [2]],
  ['the same name on several jobs', 'digest', [4, 5]],
  ['a whole id', idOf(1), [1]],
  ['the beginning of an id', 'JOB_C0', [2]],
  ['not all jobs by what every id begins with', 'job_', []],
  ['nothing', 'no such name', []],
])('jobs are found by %s', async (_, name, indexes) => {
  expect(await found({ name })).toEqual(indexes.map(idOf));
});

test("an admin finds the account's jobs, a developer only their own, and neither another account's", async () => {
  expect(await found({ name: 'ticket' }, world.users.admin)).toEqual([
    idOf(0),
    idOf(1),
    'job_admin000000000000000',
  ]);
  expect(await found({ name: 'job_stranger' }, world.users.admin)).toEqual([]);
  expect(await found({ name: 'job_admin' })).toEqual([]);
});

test('pages of a search follow each other, downwards and upwards', async () => {
  const name = 'd';
  const ids = await found({ name });
  expect(ids).toHaveLength(5);
  for (const [index, id] of ids.entries()) {
    expect(await found({ name, limit: 2, after: id })).toEqual(ids.slice(index + 1, index + 3));
    expect(await found({ name, limit: 2, before: id })).toEqual(ids.slice(Math.max(0, index - 2), index));
  }
});

test('a name is searched in whole characters, of which PostgreSQL stores no half', () => {
  const inTheMiddle = [0, 1].map((letters) =>
    foldJobName('\ufdfa'.repeat(13) + 'a'.repeat(letters) + '😀'.repeat(9)),
  );
  expect(inTheMiddle.every((name) => name.length === 240 && name.isWellFormed())).toBe(true);
});

test.skipIf(onPostgres).each([
  ["a developer's", {}, 'developer', 'user'],
  ["an account's", {}, 'admin', 'account'],
  ["an account's by status", { status: 'COMPLETED' }, 'admin', 'status'],
] as const)(
  '%s jobs are searched in their own part of an index, and no job is read',
  async (_, filter, who, index) => {
    const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
    await found({ name: 'no such name', limit: 3, ...filter }, world.users[who]);
    const sql = prepared.mock.calls.map(([text]) => text).find((text) => text.includes('instr(')) ?? '';
    prepared.mockRestore();
    const values = Array<string>(sql.match(/\?/g)?.length ?? 0).fill('1');
    const plan = await server.context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${sql}`,
      ...values,
    );
    const details = plan.map(({ detail }) => detail).join('; ');
    expect(details).toMatch(
      new RegExp(`^SEARCH Job USING COVERING INDEX Job_listed_by_${index} \\(\\w+=\\?`),
    );
    expect(details).not.toContain('TEMP B-TREE');
  },
);
