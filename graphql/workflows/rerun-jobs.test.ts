import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { DAY_MS } from '@/lib/rules/day';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { pruneReruns } from '@/lib/server/workflows/choose-reruns';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import type { Prisma, User } from '@/prisma/generated/prisma/client';
import { createTriedRun } from '@/testing/bulk-run';
import { endedJob } from '@/testing/job-rows';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
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

/** Names a model that is gone in a failed job, so that it's refused. */
async function breakModel(id: string): Promise<string> {
  const { db } = server.context;
  const { workflow } = await db.prisma.job.findUniqueOrThrow({ where: { id } });
  const changed = workflow?.replace('sandbox/down', 'sandbox/gone') ?? '';
  await db.write((tx) => tx.job.update({ where: { id }, data: { workflow: changed } }));
  return id;
}

/** Makes a job that many hours older. */
async function makeOlder(id: string, hours: number): Promise<string> {
  const createdAt = new Date(TEST_NOW.getTime() - hours * 3_600_000);
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { createdAt } }));
  return id;
}

interface Result {
  started: string[];
  leftOut: { jobId: string; code: string }[];
  hasMore: boolean;
  lastJobId: string | null;
}

const filterTypes =
  '$jobIds: [ID!], $limit: Int, $after: ID, $template: String, $status: RerunnableStatus, $userId: ID';
const filterArgs =
  'jobIds: $jobIds, limit: $limit, after: $after, template: $template, status: $status, userId: $userId';

async function rerun(variables: object = {}, as = token) {
  const { data, errors } = await server.call<{ rerunJobs: Result }>({
    token: as,
    query: `mutation (${filterTypes}, $key: String) {
      rerunJobs(${filterArgs}, idempotencyKey: $key) { started leftOut { jobId code } hasMore lastJobId }
    }`,
    variables: { ...variables },
  });
  return { result: data?.rerunJobs, error: errors[0] };
}

async function plan(variables: object = {}, as = token) {
  const { data } = await server.call<{
    planRerunJobs: { jobs: number; pricedJobs: number; estimatedCost: number } & Omit<Result, 'started'>;
  }>({
    token: as,
    query: `query (${filterTypes}) {
      planRerunJobs(${filterArgs}) { jobs pricedJobs estimatedCost maxCost leftOut { jobId code } hasMore lastJobId }
    }`,
    variables: { ...variables },
  });
  return data?.planRerunJobs;
}

const reruns = async (id: string) => server.context.db.prisma.rerun.count({ where: { ofJobId: id } });
const events = () => server.context.db.prisma.auditEvent.count({ where: { action: 'job.rerun' } });
const batches = () => server.context.db.prisma.rerunBatch.count();

test('the jobs to run again are named newest first, and their estimates add up to that of the plan', async () => {
  const older = await makeOlder(await failed('Chosen'), 1);
  const newer = await failed('Chosen');
  const { data } = await server.call<{
    planRerunJobs: {
      estimatedCost: number;
      chosen: { estimatedCost: number; job: { jobId: string } }[];
    };
  }>({
    token,
    query: '{ planRerunJobs(template: "Chosen") { estimatedCost chosen { estimatedCost job { jobId } } } }',
  });
  const { estimatedCost, chosen = [] } = data?.planRerunJobs ?? {};
  expect(chosen.map(({ job }) => job.jobId)).toEqual([newer, older]);
  expect(chosen.reduce((sum, job) => sum + job.estimatedCost, 0)).toBeCloseTo(estimatedCost ?? NaN, 9);
});

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
  expect(again.result?.leftOut).toEqual([]);
  expect(await Promise.all(ids.map(reruns))).toEqual([1, 1]);
});

test('named jobs run again once each, and the others among them are listed with the reason', async () => {
  const { db } = server.context;
  const { developer } = world.users;
  const [older, newer] = [await makeOlder(await failed('Named'), 1), await failed('Named')];
  const unnamed = await failed('Named');
  const [completed, canceled, queued, again, row, pruned] = await Promise.all(
    Array.from({ length: 6 }, () => failed('Named')),
  );
  const { runId } = await createTriedRun(server.context, developer);
  await db.write(async (tx) => {
    const change = (id = '', data: Prisma.JobUncheckedUpdateInput) => tx.job.update({ where: { id }, data });
    await change(completed, { status: 'COMPLETED' });
    await change(canceled, { status: 'CANCELED' });
    await change(queued, { status: 'QUEUED' });
    await change(pruned, { workflow: null });
    await tx.rerun.create({ data: { jobId: unnamed, ofJobId: again ?? '' } });
    await change(row, { bulkRunId: runId });
  });
  const leftOut = [
    ...[completed, queued, row].map((jobId) => ({ jobId, code: 'CONFLICT' })),
    ...[
      { jobId: again, code: 'ALREADY_RERUN' },
      { jobId: pruned, code: 'CONTENT_REMOVED' },
    ],
  ];
  const named = [older, newer, completed, canceled, queued, again, row, pruned, newer];
  const planned = await plan({ jobIds: named });
  expect(planned).toMatchObject({ jobs: 3, pricedJobs: 3, hasMore: false, lastJobId: null });
  const call = { jobIds: named, key: 'named-1' };
  const { result } = await rerun(call);
  expect(result).toMatchObject({ hasMore: false, lastJobId: null });
  for (const part of [planned, result]) {
    expect(part?.leftOut).toHaveLength(leftOut.length);
    expect(part?.leftOut).toEqual(expect.arrayContaining(leftOut));
  }
  expect(result?.started).toHaveLength(3);
  expect((await rerun(call)).result?.started).toEqual(result?.started);
  expect(await Promise.all([older, newer, canceled ?? '', unnamed].map(reruns))).toEqual([1, 1, 1, 0]);
});

test("a named job that the caller can't see fails the call as an unknown ID does, and no job runs", async () => {
  const own = await failed('Named');
  const foreign = await failed('Named', world.strangers.developer);
  const colleagues = await failed('Named', world.users.colleague);
  const [one, other, missing] = await Promise.all(
    [foreign, colleagues, 'job_missing'].map((id) => rerun({ jobIds: [own, id] })),
  );
  expect(missing?.error).toMatchObject({ message: 'Job not found.', extensions: { code: 'NOT_FOUND' } });
  expect([one?.error, other?.error]).toEqual([missing?.error, missing?.error]);
  expect(await reruns(own)).toBe(0);
  expect((await rerun({ jobIds: [own, colleagues] }, admin)).result?.started).toHaveLength(2);
});

test.each([
  ['no id', { jobIds: [] }],
  ['too many ids', { jobIds: Array.from({ length: 101 }, (_, index) => `job_${index}`) }],
  ['ids with filters', { jobIds: ['job_1'], status: 'FAILED' }],
])('%s is refused', async (_name, variables) => {
  expect((await rerun(variables)).error?.extensions).toMatchObject({
    ...{ code: 'BAD_USER_INPUT', fields: { jobIds: expect.any(String) } },
  });
});

test('two people who run the same failed jobs again at once start each job once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => failed('Raced')));
  const calls = await Promise.all([rerun({ template: 'Raced' }), rerun({ template: 'Raced' }, admin)]);
  expect(await Promise.all(ids.map(reruns))).toEqual(ids.map(() => 1));
  const results = calls.map(({ result }) => result);
  expect(results.flatMap((result) => result?.started ?? [])).toHaveLength(ids.length);
  const others = results.flatMap((result) => result?.leftOut ?? []);
  expect(others.filter(({ code }) => code !== 'ALREADY_RERUN')).toEqual([]);
});

test('jobs that are refused again and again, or were run again before, keep no older one from running', async () => {
  const refused = await breakModel(await failed('Stuck'));
  const before = await failed('Stuck');
  const older = [await makeOlder(await failed('Stuck'), 1), await makeOlder(await failed('Stuck'), 2)];
  await server.context.db.write((tx) => tx.rerun.create({ data: { jobId: refused, ofJobId: before } }));
  const call = { template: 'Stuck', limit: 1 };
  const plans = { jobs: 1, pricedJobs: 1, hasMore: true, lastJobId: older[0] };
  expect(await plan(call)).toMatchObject(plans);
  const first = await rerun(call);
  expect(first.result).toMatchObject({
    ...{ started: [expect.any(String)], hasMore: true, lastJobId: older[0] },
    leftOut: [{ jobId: refused, code: 'WORKFLOW_INVALID' }],
  });
  // The new job may have failed by now: as the newest one, it would be the next.
  const started = { id: { in: first.result?.started ?? [] } };
  await server.context.db.write((tx) => tx.job.updateMany({ where: started, data: { searchName: 'other' } }));
  expect((await rerun(call)).result).toMatchObject({
    ...{ started: [expect.any(String)], hasMore: false, lastJobId: older[1] },
  });
  expect(await Promise.all([refused, before, ...older].map(reruns))).toEqual([0, 1, 1, 1]);
});

test('a call refuses a bounded number of jobs, and the next one continues after them', async () => {
  const { refused } = limits.rerunJobs;
  const { developer } = world.users;
  await server.context.db.write((tx) =>
    tx.job.createMany({
      data: Array.from({ length: refused }, (_, index) => ({
        ...endedJob(developer, `job_pruned${index}`),
        ...{ name: 'Many', searchName: 'many', status: 'FAILED' as const, workflow: null },
      })),
    }),
  );
  const oldest = await makeOlder(await failed('Many'), 1);
  const [planned, { result }] = [await plan({ template: 'Many' }), await rerun({ template: 'Many' })];
  expect(planned).toMatchObject({ jobs: 0, hasMore: true, lastJobId: result?.lastJobId });
  expect(result).toMatchObject({ started: [], hasMore: true });
  expect(result?.leftOut.map(({ code }) => code)).toEqual(
    Array.from({ length: refused }, () => 'CONTENT_REMOVED'),
  );
  const next = await rerun({ template: 'Many', after: result?.lastJobId });
  expect(next.result).toMatchObject({ leftOut: [], hasMore: false, lastJobId: oldest });
  expect(next.result?.started).toHaveLength(1);
});

test("a job that the caller can't see isn't a place to continue from", async () => {
  const foreign = await failed('Shared', world.strangers.developer);
  const colleagues = await failed('Shared', world.users.colleague);
  const [one, other, missing] = await Promise.all(
    [foreign, colleagues, 'job_missing'].map((after) => rerun({ after })),
  );
  expect(one?.error).toMatchObject({
    extensions: { code: 'BAD_USER_INPUT', fields: { after: expect.any(String) } },
  });
  expect([one?.error, other?.error]).toEqual([missing?.error, missing?.error]);
});

test('a call that starts nothing stores nothing: no choice, and no audit event', async () => {
  await breakModel(await failed('Nothing'));
  const { db } = server.context;
  const { accountId } = world.users.developer;
  const before = [await events(), await batches()];
  const { result } = await rerun({ template: 'Nothing', key: 'nothing-1' });
  expect(result).toMatchObject({ started: [], leftOut: [{ code: 'WORKFLOW_INVALID' }] });
  await failed('Nothing');
  await db.write((tx) => tx.account.update({ where: { id: accountId }, data: { status: 'CANCELED' } }));
  const { error } = await rerun({ template: 'Nothing', key: 'nothing-2' });
  await db.write((tx) => tx.account.update({ where: { id: accountId }, data: { status: 'ACTIVE' } }));
  expect(error?.extensions.code).toBe('ACCOUNT_CANCELED');
  expect([await events(), await batches()]).toEqual(before);
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
  const { db } = server.context;
  const refused = await breakModel(await failed('Keyed'));
  const first = await makeOlder(await failed('Keyed'), 1);
  await makeOlder(await failed('Keyed'), 2);
  const call = { template: 'Keyed', key: 'all-1', limit: 1 };
  const [one, other] = await Promise.all([rerun(call), rerun(call)]);
  expect(one.result?.started).toEqual(other.result?.started);
  const leftOut = [{ jobId: refused, code: 'WORKFLOW_INVALID' }];
  expect(one.result).toMatchObject({ leftOut, hasMore: true, lastJobId: first });
  const later = await failed('Keyed');
  // Its process ended before it had started the job.
  await db.write((tx) => tx.job.deleteMany({ where: { id: { in: one.result?.started ?? [] } } }));
  const repeated = await rerun(call);
  expect(repeated.result).toEqual({ ...one.result, started: [expect.any(String)] });
  expect(await Promise.all([first, later].map(reruns))).toEqual([1, 0]);
  expect((await rerun({ ...call, template: 'Report' })).error?.extensions.code).toBe('CONFLICT');
  expect((await rerun({ ...call }, admin)).error?.extensions.code).toBe('CONFLICT');
});

test("jobs that can't run are skipped with the reason, and the others run", async () => {
  const { db } = server.context;
  const pruned = await failed('Mixed');
  await db.write((tx) => tx.job.update({ where: { id: pruned }, data: { workflow: null } }));
  const gone = await breakModel(await failed('Mixed'));
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

test('a choice is kept for as long as its call can be repeated', async () => {
  await failed('Kept');
  await rerun({ template: 'Kept', key: 'kept-1' });
  const kept = await batches();
  expect(kept).toBeGreaterThan(0);
  const { db } = server.context;
  const after = (ms: number) => ({ db, now: () => new Date(TEST_NOW.getTime() + ms) });
  const goOn = () => false;
  await pruneReruns(after(DAY_MS - 1), goOn);
  expect(await batches()).toBe(kept);
  await pruneReruns(after(DAY_MS), () => true);
  expect(await batches()).toBe(kept);
  await pruneReruns(after(DAY_MS), goOn);
  expect(await batches()).toBe(0);
});

test.each([0, 101])('a limit of %i is refused', async (limit) => {
  expect((await rerun({ limit })).error?.extensions.code).toBe('BAD_USER_INPUT');
});
