import { afterEach, beforeEach, expect, test } from 'vitest';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { type CostGroup, modelCosts } from '@/lib/server/usage/model-costs';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

const usage = { input: 1_000, cachedInput: 200, cacheWrite: 0, output: 34, reasoning: 0 };

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(() => server.close());

const meter = (
  day: string,
  accountId: string,
  model: string,
  costNanos: number | null,
  used = usage,
  outcome = 'ANSWERED',
) =>
  server.context.db.write((tx) =>
    meterCalls(tx, new Date(`${day}T23:59:59Z`), [{ accountId, model, outcome, usage: used, costNanos }]),
  );
const costs = (by: CostGroup[], accountId: string | null = null) =>
  modelCosts(server.context.db.sql, {
    ...{ by, from: '2026-06-01', to: '2026-06-15', accountId, sandbox: false },
  });

test('costs add up by day, account, and provider to the nano-dollar, and unknown ones are counted', async () => {
  const { acme, globex } = world;
  await meter('2026-05-31', acme.id, 'openai/gpt', 9);
  await meter('2026-06-01', acme.id, 'openai/gpt', 1_500_000_000);
  await meter('2026-06-01', acme.id, 'openai/gpt', 250_000_001);
  await meter('2026-06-01', acme.id, 'openai/other', 2);
  await meter('2026-06-01', acme.id, 'sandbox/fast', 5);
  await meter('2026-06-15', globex.id, 'compatible/llama', null);
  await meter('2026-06-16', globex.id, 'openai/gpt', 9);
  const ofAcme = { account: acme.id, accountName: acme.name, provider: 'openai' };
  const ofGlobex = { account: globex.id, accountName: globex.name, provider: 'compatible' };
  expect(await costs(['day', 'account', 'provider'])).toEqual([
    {
      day: '2026-06-01',
      ...ofAcme,
      calls: 3,
      tokensIn: 3_600,
      tokensOut: 102,
      cost: 1.750000003,
      unknownCosts: 0,
    },
    { day: '2026-06-15', ...ofGlobex, calls: 1, tokensIn: 1_200, tokensOut: 34, cost: 0, unknownCosts: 1 },
  ]);
  expect((await costs(['model'])).map(({ model, calls }) => [model, calls])).toEqual([
    ['openai/gpt', 2],
    ['openai/other', 1],
    ['compatible/llama', 1],
  ]);
  expect(await costs(['day'], globex.id)).toMatchObject([{ day: '2026-06-15', calls: 1 }]);
});

test('a call that used nothing adds no row, and invented models without a reply share a row', async () => {
  const nothing = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  await meter('2026-06-01', world.acme.id, 'openai/made-up', 0, nothing);
  expect(await server.context.db.prisma.dailyModelUsage.count()).toBe(0);
  for (const name of ['one', 'two', 'three'])
    await meter('2026-06-01', world.acme.id, `openai/${name}`, null, usage, 'CANCELED');
  expect(await costs(['model'])).toMatchObject([{ model: 'openai/other', calls: 3, unknownCosts: 3 }]);
});
