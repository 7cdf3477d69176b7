import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { ensureTemplate } from '@/lib/server/workflows/ensure-template';
import { storedRows } from '@/lib/testing/stored-rows';
import { openTestServer, type TestServer } from '@/lib/testing/test-server';
import { createTestWorld, type TestWorld } from '@/lib/testing/test-world';

let server: TestServer;
let world: TestWorld;
let execution: MeteredExecution;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const { id } = await server.context.db.write((tx) =>
    ensureTemplate(tx, server.context, world.acme.id, 'Triage'),
  );
  execution = {
    accountId: world.acme.id,
    userId: world.users.developer.id,
    templateId: id,
    apiKeyId: null,
    status: 'COMPLETED',
    model: 'sandbox/fast',
    tokensIn: 300,
    tokensOut: 40,
    costMicros: 69,
    latencyMs: 250,
    finishedAt: new Date('2026-02-28T23:59:59.999Z'),
  };
});
afterAll(() => server.close());

const meter = (...executions: MeteredExecution[]) =>
  server.context.db.write((tx) => meterExecutions(tx, server.context, executions));
const rollUp = (day: string) =>
  server.context.db.read.dailyUsage.findMany({ where: { day }, orderBy: { grain: 'asc' } });

test('an execution is stored as it was given', async () => {
  const text = { ...execution, model: `o'hara/"10%" – ü`, apiKeyId: 'key_1', costMicros: 2 ** 52 };
  await meter({ ...text, finishedAt: new Date('2026-01-01T00:00:00Z') });
  const [stored] = await server.context.db.read.execution.findMany({ where: { model: text.model } });
  expect(stored).toEqual({
    ...text,
    id: expect.stringMatching(/^exe_/),
    costMicros: BigInt(2 ** 52),
    finishedAt: new Date('2026-01-01T00:00:00Z'),
  });
});

test('the roll-up of a day adds up what it is told at once and later, by every grain', async () => {
  await meter(execution, { ...execution, status: 'FAILED', tokensOut: 0, costMicros: 45 });
  await meter({ ...execution, apiKeyId: 'key_2' });
  const sums = { executions: 3, succeeded: 2, tokensIn: 900n, tokensOut: 80n, costMicros: 183n };
  const { accountId, userId, templateId } = execution;
  const day = '2026-02-28';
  expect(await rollUp(day)).toEqual([
    { accountId, grain: 'ACCOUNT', subjectId: accountId, templateId: '', day, ...sums },
    {
      ...{ accountId, grain: 'API_KEY', subjectId: 'key_2', templateId: '', day },
      ...{ executions: 1, succeeded: 1, tokensIn: 300n, tokensOut: 40n, costMicros: 69n },
    },
    { accountId, grain: 'TEMPLATE', subjectId: templateId, templateId: '', day, ...sums },
    { accountId, grain: 'USER', subjectId: userId, templateId: '', day, ...sums },
    { accountId, grain: 'USER_TEMPLATE', subjectId: userId, templateId, day, ...sums },
  ]);
  expect(await rollUp('2026-03-01')).toEqual([]);
});

test.each([
  ['a fraction', { costMicros: 0.5 }],
  ['no number', { tokensIn: Number.NaN }],
  ['a user who does not exist', { userId: 'usr_none' }],
])('%s is refused and nothing is written', async (_case, wrong) => {
  const before = await storedRows(server.context);
  await expect(meter(execution, { ...execution, ...wrong })).rejects.toThrow();
  expect(await storedRows(server.context)).toEqual(before);
});

test('no executions write nothing', async () => {
  const before = await storedRows(server.context);
  await meter();
  expect(await storedRows(server.context)).toEqual(before);
});
