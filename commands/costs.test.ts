import { afterEach, beforeEach, expect, test } from 'vitest';
import { costsOptions, writeCosts } from '@/commands/costs';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

const NOW = new Date('2026-06-15T12:00:00Z');

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { acme, globex } = world;
  await meter('2026-05-31', [call(acme.id, 'openai/gpt', 9_000_000_000)]);
  await meter('2026-06-01', [
    call(acme.id, 'openai/gpt', 1_500_000_000),
    call(acme.id, 'openai/gpt', 250_000_000),
    call(acme.id, 'compatible/llama', null),
    { ...call(acme.id, 'openai/none', 0), usage: { ...usage, input: 0, cachedInput: 0, output: 0 } },
  ]);
  await meter('2026-06-15', [call(globex.id, 'anthropic/claude', 42_000), call(acme.id, 'openai/o', 1)]);
});
afterEach(() => server.close());

const usage = { input: 1_000, cachedInput: 200, cacheWrite: 0, output: 34, reasoning: 0 };
const call = (accountId: string, model: string, costNanos: number | null) => ({
  ...{ accountId, model, outcome: 'ANSWERED', usage, costNanos },
});
const meter = (day: string, calls: ReturnType<typeof call>[]) =>
  server.context.db.write((tx) => meterCalls(tx, new Date(`${day}T23:59:59Z`), calls));

async function costs(...args: string[]) {
  let printed = '';
  for await (const piece of writeCosts(server.context.db.sql, costsOptions(args, '/', NOW))) printed += piece;
  return printed;
}

test('the table has this month’s costs by model, most expensive first, with their sums and unknown costs', async () => {
  expect(await costs()).toBe(
    [
      'Costs of model calls from 2026-06-01 to 2026-06-15 (UTC)',
      '',
      'Model             Calls  Tokens in  Tokens out       Cost  Unknown',
      'openai/gpt            2      2,400          68  $1.750000        0',
      'anthropic/claude      1      1,200          34  $0.000042        0',
      'openai/o              1      1,200          34         $0        0',
      'compatible/llama      1      1,200          34         $0        1',
      'All                   5      6,000         170  $1.750042        1',
      '',
      'Unknown: calls of models without a price, which Cost leaves out. MODELS_FILE gives a model a price.',
      '',
    ].join('\n'),
  );
});

test('a range and an account bound the list, and csv has a header', async () => {
  const args = ['--from', '2026-05-01', '--to', '2026-05-31', '--account', world.acme.id, '--format', 'csv'];
  expect(await costs(...args)).toBe(
    'model,calls,tokensIn,tokensOut,cost,unknownCosts\nopenai/gpt,1,1200,34,9,0\n',
  );
  expect(await costs('--from', '2026-04-01', '--to', '2026-04-30')).toContain(
    'Nothing: no call of a provider',
  );
  await expect(costs('--account', 'acc_nobody')).rejects.toThrow('There is no account acc_nobody.');
});

test.each([
  ['--by model,month', '--by takes day, account, provider and model, separated by commas.'],
  ['--from 2026-02-30', '--from takes a day that exists, as YYYY-MM-DD.'],
  ['--from 2026-06-16', '--from is after --to: 2026-06-16, 2026-06-15.'],
  ['--format xml', '--format takes table, csv or json.'],
])('%s is refused with what is wrong', (args, fault) => {
  expect(() => costsOptions(args.split(' '), '/', NOW)).toThrow(fault);
});
