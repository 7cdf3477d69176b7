import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import type { User } from '@/prisma/generated/prisma/client';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());
// Each test has the failed jobs that it makes.
beforeEach(() => server.context.db.write((tx) => tx.job.deleteMany()));

async function failed(name: string, user: User = world.users.developer): Promise<string> {
  const { id, status } = await orchestrate(
    server.context,
    operatorViewer(user),
    {
      ...{ name, input: 'The arm stops. The pump is loud.' },
      steps: [{ id: 'summary', task: 'summarization', model: 'sandbox/down', retries: 0 }],
    },
    {},
  );
  expect(status).toBe('FAILED');
  return id;
}

interface Result {
  started: string[];
  leftOut: { jobId: string; code: string }[];
  hasMore: boolean;
}

const filterTypes = '$limit: Int, $template: String, $status: RerunnableStatus, $userId: ID';
const filterArgs = 'limit: $limit, template: $template, status: $status, userId: $userId';

async function rerun(variables: object = {}, as = token) {
  const { data, errors } = await server.call<{ rerunJobs: Result }>({
    token: as,
    query: `mutation (${filterTypes}, $key: String) {
      rerunJobs(${filterArgs}, idempotencyKey: $key) { started leftOut { jobId code } hasMore }
    }`,
    variables: { ...variables },
  });
  return { result: data?.rerunJobs, error: errors[0] };
}

async function plan(variables: object = {}, as = token) {
  const { data } = await server.call<{
    planRerunJobs: { jobs: number; pricedJobs: number; estimatedCost: number; hasMore: boolean };
  }>({
    token: as,
    query: `query (${filterTypes}) {
      planRerunJobs(${filterArgs}) { jobs pricedJobs estimatedCost maxCost leftOut { code } hasMore }
    }`,
    variables: { ...variables },
  });
  return data?.planRerunJobs;
}

const reruns = async (id: string) => server.context.db.prisma.rerun.count({ where: { ofJobId: id } });
const events = () => server.context.db.prisma.auditEvent.count({ where: { action: 'job.rerun' } });

test('failed jobs of a filter run again once each, and one audit event covers all', async () => {
  const ids = [await failed('Report'), await failed('Report')];
  await failed('Other');
  const before = await events();
  expect(await plan({ template: 'Report' })).toMatchObject({ jobs: 2, pricedJobs: 2, hasMore: false });
  const { result } = await rerun({ template: 'Report' });
  expect(result).toMatchObject({ started: [expect.any(String), expect.any(String)], leftOut: [] });
  expect(await Promise.all(ids.map(reruns))).toEqual([1, 1]);
  expect((await events()) - before).toBe(1);

  // The new jobs fail too: they run again, and the first ones don't.
  const statusOf = async (id: string) =>
    (await server.context.db.prisma.job.findUniqueOrThrow({ where: { id } })).status;
  for (const id of result?.started ?? [])
    await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('FAILED');
  const again = await rerun({ template: 'Report' });
  expect(again.result?.started).toHaveLength(2);
  expect(again.result?.leftOut.map(({ jobId, code }) => [jobId, code]).sort()).toEqual(
    ids.map((id) => [id, 'ALREADY_RERUN']).sort(),
  );
});

test('the newest ones run up to the limit, and the next call runs the others', async () => {
  const ids = [await failed('Limited'), await failed('Limited'), await failed('Limited')];
  const { id: oldest } = await server.context.db.prisma.job.findFirstOrThrow({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const first = await rerun({ template: 'Limited', limit: 2 });
  expect(first.result).toMatchObject({ hasMore: true, leftOut: [] });
  expect(first.result?.started).toHaveLength(2);
  expect(await reruns(oldest)).toBe(0);
  await rerun({ template: 'Limited', limit: 100 });
  expect(await reruns(oldest)).toBe(1);
});

test('a call that is repeated with its key continues with the same jobs, and never runs one twice', async () => {
  const first = await failed('Keyed');
  const { db } = server.context;
  const call = { template: 'Keyed', key: 'all-1' };
  const [one, other] = await Promise.all([rerun(call), rerun(call)]);
  expect(one.result?.started).toEqual(other.result?.started);
  const later = await failed('Keyed');
  // Its process ended before it had started the job.
  await db.write((tx) => tx.job.deleteMany({ where: { id: { in: one.result?.started ?? [] } } }));
  const repeated = await rerun(call);
  expect(repeated.result?.started).toHaveLength(1);
  expect(await Promise.all([first, later].map(reruns))).toEqual([1, 0]);
  expect((await rerun({ ...call, template: 'Report' })).error?.extensions.code).toBe('CONFLICT');
  expect((await rerun({ ...call }, admin)).error?.extensions.code).toBe('CONFLICT');
});

test("jobs that can't run are skipped with the reason, and the others run", async () => {
  const { db } = server.context;
  const pruned = await failed('Mixed');
  await db.write((tx) => tx.job.update({ where: { id: pruned }, data: { workflow: null } }));
  const gone = await failed('Mixed');
  const { workflow } = await db.prisma.job.findUniqueOrThrow({ where: { id: gone } });
  const changed = workflow?.replace('sandbox/down', 'sandbox/gone') ?? '';
  await db.write((tx) => tx.job.update({ where: { id: gone }, data: { workflow: changed } }));
  await failed('Mixed');
  expect(await plan({ template: 'Mixed' })).toMatchObject({ jobs: 1, pricedJobs: 1 });
  const { result } = await rerun({ template: 'Mixed' });
  expect(result?.started).toHaveLength(1);
  expect(result?.leftOut).toEqual(
    expect.arrayContaining([
      { jobId: pruned, code: 'CONTENT_REMOVED' },
      { jobId: gone, code: 'WORKFLOW_INVALID' },
    ]),
  );
});

test("developers run their own jobs again, admins the account's, and nobody another account's", async () => {
  const own = await failed('Shared');
  const colleagues = await failed('Shared', world.users.colleague);
  const foreign = await failed('Shared', world.strangers.developer);
  await rerun({ template: 'Shared' });
  expect(await Promise.all([own, colleagues, foreign].map(reruns))).toEqual([1, 0, 0]);
  await rerun({ template: 'Shared' }, admin);
  expect(await Promise.all([own, colleagues, foreign].map(reruns))).toEqual([1, 1, 0]);
  const reader = await sessionToken(server.context, world.users.readOnly);
  expect((await rerun({ template: 'Shared' }, reader)).error?.extensions.code).toBe('FORBIDDEN');
});

test.each([0, 101])('a limit of %i is refused', async (limit) => {
  expect((await rerun({ limit })).error?.extensions.code).toBe('BAD_USER_INPUT');
});
