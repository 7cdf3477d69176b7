import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { getJob } from '@/lib/server/workflows/get-job';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';
import { wholeJob } from '@/testing/whole-job';

const DAY = 86_400_000;
const secret = 'The tenant is called Ada.';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

test("a job keeps what it read and wrote for its plan's days, and its counts indefinitely", async () => {
  const ctx = server.context;
  const viewer = operatorViewer(world.users.developer);
  const planId = 'plan_starter';
  await ctx.db.write((tx) => tx.account.update({ where: { id: viewer.accountId }, data: { planId } }));
  const steps = [{ id: 'summary', task: 'summarization' }];
  const { id } = await orchestrate(ctx, viewer, { input: secret, metadata: { secret }, steps }, {});
  const read = async () => wholeJob(await getJob(ctx, viewer, id));
  const before = await read();
  expect(before.status).toBe('COMPLETED');

  server.setNow(new Date(TEST_NOW.getTime() + 29 * DAY));
  expect(await pruneJobs(ctx)).toBe(0);
  expect(await read()).toEqual(before);

  server.setNow(new Date(TEST_NOW.getTime() + 31 * DAY));
  expect(await pruneJobs(ctx)).toBe(1);
  expect(await pruneJobs(ctx)).toBe(0);
  const after = await read();
  const { tokensIn, tokensOut, costNanos, attempts } = before;
  expect(after).toMatchObject({ isPruned: true, result: null, tokensIn, tokensOut, costNanos, attempts });
  expect(JSON.stringify(after)).not.toContain('Ada');
  const stored = await ctx.db.prisma.$queryRaw<object[]>`SELECT * FROM "Job"`;
  expect(JSON.stringify(stored, (_key, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
    'Ada',
  );
});

test('a job that has lost its content is never looked at again, and an open job is until it ends', async () => {
  const ctx = server.context;
  const viewer = operatorViewer(world.users.developer);
  const steps = [{ id: 'summary', task: 'summarization' }];
  const ids: string[] = [];
  for (let minute = 0; minute < 4; minute += 1) {
    server.setNow(new Date(TEST_NOW.getTime() + 40 * DAY + minute * 60_000));
    ids.push((await orchestrate(ctx, viewer, { input: secret, steps }, {})).id);
  }
  const [first, second, third] = ids as [string, string, string];
  const change = (id: string, data: object) => ctx.db.write((tx) => tx.job.update({ where: { id }, data }));
  await change(third, { queueState: 'PARKED' });
  server.setNow(new Date(TEST_NOW.getTime() + 80 * DAY));
  const prunedTo = new Map();
  expect(await pruneJobs(ctx, undefined, prunedTo)).toBe(3);
  expect(prunedTo.get(viewer.accountId)).toMatchObject({ id: second });

  await change(first, { workflow: '{}' });
  expect(await pruneJobs(ctx, undefined, prunedTo)).toBe(0);
  await change(third, { queueState: 'ENDED' });
  expect(await pruneJobs(ctx, undefined, prunedTo)).toBe(1);
  expect(prunedTo.get(viewer.accountId)).toMatchObject({ id: ids[3] });
  expect(await pruneJobs(ctx)).toBe(1);
});
