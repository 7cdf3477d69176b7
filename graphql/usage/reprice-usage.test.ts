import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { models } from '@/lib/config/models';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { repriceUsage } from '@/lib/server/usage/reprice-usage';
import { ofAccount, usageTotals } from '@/lib/server/usage/usage-totals';
import { badField, expectRefusal } from '@/testing/expect-answer';
import { endedJob } from '@/testing/job-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
let developer: string;

const run = async (token: string, name: string, model: string) => {
  const { data } = await server.call<{ orchestrate: { status: string } }>({
    token,
    query: 'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { status } }',
    variables: {
      input: {
        name,
        input: `The arm of ${name} stops. The gripper is loud.`,
        steps: [{ id: 'only', task: 'generation', model, retries: 1 }],
      },
    },
  });
  return data?.orchestrate.status;
};

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { users, strangers } = world;
  admin = await sessionToken(server.context, users.admin);
  developer = await sessionToken(server.context, users.developer);
  const stranger = await sessionToken(server.context, strangers.developer);
  for (const [name, model] of [
    ['a', 'sandbox/fast'],
    ['a', 'sandbox/flaky'],
    ['b', 'sandbox/quality'],
  ] as const)
    await run(developer, name, model);
  await run(admin, 'c', 'sandbox/cut');
  await run(stranger, 'theirs', 'sandbox/fast');
});
afterAll(() => server.close());

const sums = 'calls tokensIn tokensOut cost unknownCostCount estimatedCount wouldBe unfitCount largestUnfit';
const document = `query (
  $userId: ID, $from: Date, $to: Date, $model: String, $models: [String!], $templates: [String!]
) {
  repriceUsage(userId: $userId, from: $from, to: $to, model: $model, models: $models, templates: $templates) {
    from to model ${sums} mixesTokenizers
    byModel { name ${sums} } byTemplate { name ${sums} } allModels { model wouldBe unfitCount }
  }
}`;
interface Sums {
  calls: number;
  cost: number;
  wouldBe: number | null;
  unfitCount: number;
  largestUnfit: number | null;
  unknownCostCount: number;
  estimatedCount: number;
}
interface Bill extends Sums {
  from: string;
  to: string;
  mixesTokenizers: boolean;
  byModel: (Sums & { name: string })[];
  byTemplate: (Sums & { name: string })[];
  allModels: { model: string; wouldBe: number | null; unfitCount: number }[];
}
const days = { from: '2026-06-01', to: '2026-06-30' };
const call = (args: Record<string, unknown> = {}, token = admin) => ({
  token,
  query: document,
  variables: { ...days, ...args },
});
const bill = async (args?: Record<string, unknown>, token?: string): Promise<Bill> => {
  const { data, errors } = await server.call<{ repriceUsage: Bill }>(call(args, token));
  expect(errors).toEqual([]);
  return data?.repriceUsage as Bill;
};

test('on the same models, a bill is what was paid: by model, by template, and as usage has counted it', async () => {
  const own = await bill();
  expect(own.wouldBe).toBe(own.cost);
  for (const rows of [own.byModel, own.byTemplate]) {
    for (const { cost, wouldBe } of rows) expect(wouldBe).toBe(cost);
    expect(rows.reduce((sum, { cost }) => sum + Math.round(cost * 1e9), 0)).toBe(Math.round(own.cost * 1e9));
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(own.calls);
  }
  const jobs = await server.context.db.prisma.job.findMany({ where: { accountId: world.acme.id } });
  const ofJobs = jobs.reduce((sum, { costNanos }) => sum + Number(costNanos), 0);
  expect(Math.round(own.cost * 1e9)).toBe(ofJobs);
  // Usage is rounded once per job.
  const usage = await usageTotals(server.context.db.sql, ofAccount(world.acme.id));
  const rounded = jobs.reduce((sum, { costNanos }) => sum + Math.round(Number(costNanos) / 1_000), 0);
  expect(rounded).toBe(usage.costMicros);
  expect(own.byTemplate.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c']);
});

test("another model's prices apply to the same tokens, and all models are compared with one reading", async () => {
  const dear = await bill({ model: 'sandbox/quality' });
  expect(dear.wouldBe).toBeGreaterThan(dear.cost);
  expect(dear.mixesTokenizers).toBe(false);
  expect(dear.allModels.find(({ model }) => model === 'sandbox/quality')).toMatchObject({
    wouldBe: dear.wouldBe,
  });
  const prices = dear.allModels.map(({ wouldBe }) => wouldBe ?? Number.POSITIVE_INFINITY);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  const other = models.find(({ id, prices }) => id.startsWith('openai/') && prices.length > 0);
  const elsewhere = await bill({ model: other?.id });
  expect(elsewhere.mixesTokenizers).toBe(true);
});

test('a developer has their own calls, an admin those of the account, and nobody another account', async () => {
  const [own, all] = [await bill({}, developer), await bill()];
  expect(own.byTemplate.map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
  expect(all.calls).toBeGreaterThan(own.calls);
  expect(all.byTemplate.some(({ name }) => name === 'theirs')).toBe(false);
  const userId = world.users.developer.id;
  for (const token of [admin, developer]) expect(await bill({ userId }, token)).toEqual(own);
});

test('others have their turns while many groups are priced, and a caller who leaves in between ends it', async () => {
  const sums = {
    ...{ name: 'a', moments: 0, inputAbove: 0, totalAbove: 0, outputAbove: 0, calls: 1, input: 1 },
    ...{ cachedInput: 0, cacheWrite: 0, output: 1, reasoning: 0, costNanos: 5, unknownCosts: 0 },
    ...{ estimated: 0, largest: 2 },
  };
  const groups = Array.from({ length: 40_000 }, (_, index) => ({ ...sums, model: `compatible/${index}` }));
  const read = vi.fn(async ({ sql }: { sql: string }) => (sql.includes('"Attempt"') ? groups : []));
  const db = Object.create(server.context.db, { sql: { value: read } });
  const ask = (signal?: AbortSignal) =>
    repriceUsage({ ...server.context, db }, operatorViewer(world.users.admin), days, signal);
  expect(await ask()).toMatchObject({ calls: 40_000, costNanos: 200_000 });
  const reads = read.mock.calls.length;
  const control = new AbortController();
  setImmediate(() => control.abort(new Error('The caller has left.')));
  // They were kept, so all that is left to do is to price them.
  await expect(ask(control.signal)).rejects.toThrow('The caller has left.');
  expect(read.mock.calls.length).toBe(reads);
});

test('filters keep the calls of models and templates', async () => {
  const filtered = await bill({ models: ['sandbox/fast', 'sandbox/quality'], templates: ['a'] });
  expect(filtered.byModel.map(({ name }) => name)).toEqual(['sandbox/fast']);
});

test('calls beyond a context or a longest output are counted, long inputs have their own prices, and unknown costs are said', async () => {
  const { colleague } = world.users;
  const from = new Date('2026-05-03T12:00:00Z');
  const priced = ({ prices }: (typeof models)[number]) =>
    prices.findLast((one) => one.from <= '2026-05-01')?.prices;
  const long = models.find((model) => priced(model)?.above);
  const prices = long && priced(long);
  const above = prices?.above;
  if (!long || !prices || !above) throw new Error('No model has prices of long inputs.');
  const base = {
    jobId: 'job_large',
    position: 0,
    outcome: 'ANSWERED',
    estimated: false,
    startedAt: from,
  } as const;
  const tokens = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const calls = [
    { inputTokens: above.tokens, outputTokens: 10, costNanos: 5n },
    { inputTokens: above.tokens + 1, outputTokens: 10, costNanos: null },
    { inputTokens: 9_000_000, outputTokens: 1, costNanos: 7n },
  ];
  await server.context.db.write(async (tx) => {
    await tx.job.create({ data: { ...endedJob(colleague, 'job_large'), name: 'large', createdAt: from } });
    const step = {
      jobId: 'job_large',
      position: 0,
      stepId: 's',
      task: 'generation',
      status: 'COMPLETED',
    } as const;
    await tx.jobStep.create({
      data: {
        ...step,
        fallbacks: '[]',
        truncated: false,
        attempts: 3,
        tokensIn: 0,
        tokensOut: 0,
        isFinal: true,
      },
    });
    for (const [index, one] of calls.entries())
      await tx.attempt.create({
        data: { ...base, ...tokens, ...one, number: index + 1, model: 'compatible/own' },
      });
  });
  // Last month of the test's clock.
  const { data } = await server.call<{ repriceUsage: Bill }>(call({ from: null, to: null, model: long.id }));
  const large = data?.repriceUsage;
  expect(large).toMatchObject({ from: '2026-05-01', to: '2026-05-31', calls: 3, unknownCostCount: 1 });
  const expected =
    above.tokens * prices.input +
    10 * prices.output +
    (above.tokens + 1 + 9_000_000) * above.prices.input +
    11 * above.prices.output;
  expect(Math.round((large?.wouldBe ?? NaN) * 1e9)).toBe(expected);
  expect(large).toMatchObject({ unfitCount: 1, largestUnfit: 9_000_001 });
});

test('a range of more than 31 days, a model that is unknown, and a key without read are refused', async () => {
  await expectRefusal(server, call({ to: '2026-07-02' }), badField('from', 'Choose at most 31 days.'));
  await expectRefusal(
    server,
    call({ model: 'openai/none' }),
    badField('model', 'Choose a model of the catalog.'),
  );
});
