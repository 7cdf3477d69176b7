import { afterAll, beforeAll, expect, test } from 'vitest';
import { meterModelCalls } from '@/lib/server/usage/meter-model-calls';
import type { User } from '@/prisma/generated/prisma/client';
import { Prisma } from '@/prisma/generated/prisma/client';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Model {
  model: string;
  provider: string;
  calls: number;
  failed: number;
  failures: { code: string; calls: number }[];
  p50: number | null;
  p95: number | null;
  skipped: number;
  fallbacks: number;
  cost: number;
  failedCost: number;
  circuit: { failures: number; since: string; until: string | null } | null;
}

interface Report {
  totalExecutions: number;
  successCount: number;
  totalCost: number;
  days: { date: string; requestCount: number }[];
  models: { model: string; calls: number; failed: number }[];
  cheapestReliable: { model: string; calls: number } | null;
}

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

async function ask<Data>(user: User, query: string, variables: object): Promise<Data> {
  const token = await sessionToken(server.context, user);
  const { data, errors } = await server.call<Data>({ query, variables: { ...variables }, token });
  expect(errors).toEqual([]);
  return data as Data;
}

const run = (user: User, name: string, step: object) =>
  ask(
    user,
    'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input, wait_ms: 20000) { jobId } }',
    {
      input: { name, input: 'It stalls.', steps: [{ id: 'a', task: 'summarization', retries: 0, ...step }] },
    },
  );

const reliability = async (user: User) => {
  const { reliabilityByAccount } = await ask<{ reliabilityByAccount: Model[] }>(
    user,
    `query ($id: ID!) {
      reliabilityByAccount(accountId: $id) {
        model provider calls failed failures { code calls } p50 p95 skipped fallbacks cost failedCost
        circuit { failures since until }
      }
    }`,
    { id: user.accountId },
  );
  return Object.fromEntries(reliabilityByAccount.map((each) => [each.model, each]));
};

const reportFields = `totalExecutions successCount totalCost days { date requestCount }
  models { model calls failed } cheapestReliable { model calls }`;
const ownReport = async (user: User, name: string) =>
  (
    await ask<{ report: Report }>(
      user,
      `query ($id: ID!, $name: String!) { report: templateByUser(userId: $id, name: $name) { ${reportFields} } }`,
      { id: user.id, name },
    )
  ).report;
const accountReport = async (user: User, name: string) =>
  (
    await ask<{ report: Report }>(
      user,
      `query ($id: ID!, $name: String!) { report: templateByAccount(accountId: $id, name: $name) { ${reportFields} } }`,
      { id: user.accountId, name },
    )
  ).report;

test("calls count by model, with their errors, fallbacks, and the state of the account's breaker", async () => {
  const { developer, admin } = world.users;
  await run(developer, 'Triage', { model: 'sandbox/fast' });
  await run(developer, 'Triage', { model: 'sandbox/down', fallbacks: ['sandbox/fast'] });
  for (let count = 0; count < 4; count += 1) await run(developer, 'Digest', { model: 'sandbox/down' });
  const models = await reliability(admin);
  expect(models['sandbox/fast']).toMatchObject({
    ...{ provider: 'sandbox', calls: 2, failed: 0, failures: [], fallbacks: 1, failedCost: 0, circuit: null },
  });
  expect(models['sandbox/down']).toMatchObject({
    ...{ calls: 5, failed: 5, p50: null, p95: null, fallbacks: 0 },
    failures: [{ code: 'PROVIDER_UNAVAILABLE', calls: 5 }],
    circuit: { failures: 5, since: String(TEST_NOW.getTime()), until: String(TEST_NOW.getTime() + 30_000) },
  });
  // Its circuit is open now.
  await run(developer, 'Digest', { model: 'sandbox/down', fallbacks: ['sandbox/quality'] });
  const later = await reliability(admin);
  expect(later['sandbox/down']).toMatchObject({ calls: 5, skipped: 1 });
});

test('the counts are those of the attempts, also once their jobs are deleted', async () => {
  const { admin } = world.users;
  const counted = async () => {
    const models = Object.values(await reliability(admin));
    const sum = (of: (model: Model) => number) => models.reduce((total, model) => total + of(model), 0);
    return {
      calls: sum(({ calls }) => calls),
      failed: sum(({ failed }) => failed),
      cost: sum(({ cost }) => cost),
    };
  };
  const [attempts] = await server.context.db.sql<
    Record<'calls' | 'failed' | 'nanos', number | bigint>
  >(Prisma.sql`
    SELECT count(*) AS "calls", sum(CASE WHEN "outcome" = 'FAILED' THEN 1 ELSE 0 END) AS "failed",
      sum("costNanos") AS "nanos"
    FROM "Attempt" WHERE "outcome" <> 'PASSED_OVER'`);
  const before = await counted();
  expect(before).toEqual({
    calls: Number(attempts?.calls),
    failed: Number(attempts?.failed),
    cost: expect.closeTo(Number(attempts?.nanos) / 1e9, 12),
  });
  const job = await server.context.db.prisma.job.findFirstOrThrow({ where: { name: 'Triage' } });
  await ask(admin, 'mutation ($id: ID!) { deleteJob(jobId: $id) { success } }', { id: job.id });
  expect(await counted()).toEqual(before);
});

test("a template's report has the user's own executions, and for an admin the account's", async () => {
  const { developer, colleague, admin } = world.users;
  await run(colleague, 'Triage', { model: 'sandbox/quality' });
  const own = await ownReport(developer, 'Triage');
  expect(own).toMatchObject({ totalExecutions: 2, successCount: 2 });
  expect(own.models).toEqual([
    { model: 'sandbox/fast', calls: 2, failed: 0 },
    { model: 'sandbox/down', calls: 1, failed: 1 },
  ]);
  expect(own.cheapestReliable).toEqual({ model: 'sandbox/fast', calls: 2 });
  expect(own.days).toHaveLength(30);
  expect(own.days.at(-1)).toEqual({ date: '2026-06-15', requestCount: 2 });
  const all = await accountReport(admin, 'Triage');
  expect(all).toMatchObject({ totalExecutions: 3, successCount: 3 });
  expect(all.models.map(({ model }) => model).sort()).toEqual([
    ...['sandbox/down', 'sandbox/fast', 'sandbox/quality'],
  ]);
  // The more expensive one has no failure either.
  expect(all.cheapestReliable).toEqual({ model: 'sandbox/fast', calls: 2 });
});

test("a template without a reliable model names none; a colleague's or unknown name has no executions", async () => {
  const { developer, colleague } = world.users;
  expect((await accountReport(world.users.admin, 'Digest')).cheapestReliable).toEqual({
    ...{ model: 'sandbox/quality', calls: 1 },
  });
  await run(developer, 'Hopeless', { model: 'sandbox/limited' });
  expect((await ownReport(developer, 'Hopeless')).cheapestReliable).toBeNull();
  const none = { totalExecutions: 0, successCount: 0, totalCost: 0, models: [], cheapestReliable: null };
  for (const name of ['Digest', 'Never ran', ''])
    expect(await ownReport(colleague, name)).toMatchObject(none);
  expect(await accountReport(world.strangers.admin, 'Triage')).toMatchObject(none);
});

test('names that callers make up are counted together, and a model that the catalog lacks by itself once it has replied', async () => {
  const { id: userId, accountId } = world.strangers.admin;
  const meter = (calls: { model: string; outcome: 'ANSWERED' | 'FAILED' | 'PASSED_OVER' }[]) =>
    server.context.db.write((tx) =>
      meterModelCalls(
        tx,
        server.context,
        calls.map((call) => ({
          ...{ ...call, accountId, userId, workflow: 'Invented', milliseconds: 5, costNanos: 0 },
          code: call.outcome === 'ANSWERED' ? null : 'MODEL_NOT_FOUND',
        })),
      ),
    );
  const invented = Array.from({ length: 50 }, (_, index) => `compatible/${index}`);
  await meter(invented.map((model) => ({ model, outcome: 'FAILED' })));
  await meter([{ model: 'openai/none', outcome: 'PASSED_OVER' }]);
  expect(await server.context.db.prisma.dailyModelCalls.count({ where: { accountId } })).toBe(6);
  expect(await reliability(world.strangers.admin)).toMatchObject({
    'compatible/other': { calls: 50, failed: 50 },
    'openai/other': { calls: 0, skipped: 1 },
  });
  const [reply, failure] = [
    { model: 'compatible/llama', outcome: 'ANSWERED' as const },
    { model: 'compatible/llama', outcome: 'FAILED' as const },
  ];
  await meter([failure, reply]);
  await meter([failure]);
  await meter([{ model: 'openai/gpt-5', outcome: 'FAILED' }]);
  expect(await reliability(world.strangers.admin)).toMatchObject({
    'compatible/llama': { calls: 3, failed: 2 },
    'openai/gpt-5': { calls: 1, failed: 1 },
  });
});

test('the p50 and p95 of many calls are correct to 5 percent', async () => {
  const { strangers } = world;
  const calls = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ accountId: strangers.admin.accountId, userId: strangers.admin.id, workflow: 'Timed' },
    ...{ model: 'sandbox/slow', outcome: 'ANSWERED' as const, code: null, costNanos: 1 },
    milliseconds: (index + 1) * 7,
  }));
  await server.context.db.write((tx) => meterModelCalls(tx, server.context, calls));
  const { p50, p95, calls: count } = (await reliability(strangers.admin))['sandbox/slow'] ?? {};
  expect(count).toBe(1_000);
  expect(Math.abs((p50 ?? 0) / 3_500 - 1)).toBeLessThan(0.05);
  expect(Math.abs((p95 ?? 0) / 6_650 - 1)).toBeLessThan(0.05);
});
