import { afterAll, beforeAll, expect, test } from 'vitest';
import { meterExecutions } from '@/lib/server/usage/meter-executions';
import { meter } from '@/testing/meter';
import { refusedStatement } from '@/testing/refused-statement';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const usageOn = (day: string) =>
  server.context.db.prisma.dailyUsage.findMany({
    where: { day },
    orderBy: [{ grain: 'asc' }, { subjectId: 'asc' }],
  });

test('an execution counts once for the account, the user, the template, the model and the key, and for the user with each of them', async () => {
  const { developer } = world.users;
  await meter(server.context, developer, '2026-06-10T09:00:00Z', 1, {
    apiKeyId: 'key_one',
    template: 'extraction',
  });
  const execution = await server.context.db.prisma.execution.findFirstOrThrow();
  const { templateId } = execution;
  expect(execution).toMatchObject({
    id: expect.stringMatching(/^exe_[0-9a-z]{20}$/),
    userId: developer.id,
    apiKeyId: 'key_one',
    costMicros: 1_000n,
    tokensIn: 100,
    finishedAt: new Date('2026-06-10T09:00:00Z'),
  });
  const sums = {
    executions: 1,
    succeeded: 1,
    tokensIn: 100n,
    tokensOut: 50n,
    costMicros: 1_000n,
    unknownCosts: 0,
  };
  const common = { accountId: world.acme.id, day: '2026-06-10', ...sums };
  expect(await usageOn('2026-06-10')).toEqual([
    { ...common, grain: 'ACCOUNT', subjectId: world.acme.id, templateId: '' },
    { ...common, grain: 'API_KEY', subjectId: 'key_one', templateId: '' },
    { ...common, grain: 'MODEL', subjectId: 'example/model', templateId: '' },
    { ...common, grain: 'TEMPLATE', subjectId: templateId, templateId: '' },
    { ...common, grain: 'USER', subjectId: developer.id, templateId: '' },
    { ...common, grain: 'USER_API_KEY', subjectId: developer.id, templateId: 'key_one' },
    { ...common, grain: 'USER_MODEL', subjectId: developer.id, templateId: 'example/model' },
    { ...common, grain: 'USER_TEMPLATE', subjectId: developer.id, templateId },
  ]);
});

test('an execution of unknown cost adds nothing to the cost, and counts as unknown', async () => {
  const { developer } = world.users;
  await meter(server.context, developer, '2026-06-06T09:00:00Z', 2);
  await meter(server.context, developer, '2026-06-06T09:00:00Z', 3, { costMicros: null });
  const rows = await usageOn('2026-06-06');
  expect(rows.find(({ grain }) => grain === 'ACCOUNT')).toMatchObject({
    costMicros: 2_000n,
    unknownCosts: 3,
  });
});

test('without a key no key is charged', async () => {
  await meter(server.context, world.users.developer, '2026-06-09T09:00:00Z');
  const grains = (await usageOn('2026-06-09')).map(({ grain }) => grain);
  expect(grains).toEqual(['ACCOUNT', 'MODEL', 'TEMPLATE', 'USER', 'USER_MODEL', 'USER_TEMPLATE']);
});

test('work of the same day accumulates, in one call and over many, and failures count as not succeeded', async () => {
  const { developer, colleague } = world.users;
  await meter(server.context, developer, '2026-06-11T00:00:00.000Z', 3);
  await meter(server.context, developer, '2026-06-11T23:59:59.999Z', 2, { status: 'FAILED' });
  await meter(server.context, colleague, '2026-06-11T12:00:00Z', 4);
  const rows = await usageOn('2026-06-11');
  const of = (grain: string, subjectId?: string) =>
    rows.find((row) => row.grain === grain && (!subjectId || row.subjectId === subjectId));
  expect(of('ACCOUNT')).toMatchObject({
    executions: 9,
    succeeded: 7,
    tokensIn: 900n,
    tokensOut: 450n,
    costMicros: 9_000n,
  });
  expect(of('USER', developer.id)).toMatchObject({ executions: 5, succeeded: 3 });
  expect(of('USER', colleague.id)).toMatchObject({ executions: 4, succeeded: 4 });
  expect(of('TEMPLATE')).toMatchObject({ executions: 9 });
});

test('executions metered at the same moment are all counted', async () => {
  await Promise.all(
    Array.from({ length: 10 }, () => meter(server.context, world.users.developer, '2026-06-12T10:00:00Z', 5)),
  );
  expect((await usageOn('2026-06-12')).map(({ executions }) => executions)).toEqual(Array(6).fill(50));
});

test('more executions than one statement can bind are counted in one call', async () => {
  await meter(server.context, world.users.developer, '2026-06-08T10:00:00Z', 5_000);
  expect((await usageOn('2026-06-08')).map(({ executions }) => executions)).toEqual(Array(6).fill(5_000));
});

test('a metering that fails leaves neither executions nor a part of the roll-up', async () => {
  const before = await storedRows(server.context);
  const unknownUser = { id: 'usr_nobody', accountId: world.acme.id };
  await expect(meter(server.context, unknownUser, '2026-06-13T10:00:00Z', 3)).rejects.toMatchObject(
    refusedStatement('foreign key'),
  );
  expect(await storedRows(server.context)).toEqual(before);
});

test('the roll-up adds up to the executions, grain by grain', async () => {
  const total = await server.context.db.prisma.execution.count();
  for (const grain of ['ACCOUNT', 'USER', 'TEMPLATE', 'USER_TEMPLATE'] as const) {
    const { _sum } = await server.context.db.prisma.dailyUsage.aggregate({
      where: { grain },
      _sum: { executions: true },
    });
    expect(_sum.executions).toBe(total);
  }
});

test('an execution is stored as it was given, whatever its text', async () => {
  const { developer } = world.users;
  const awkward = { model: `o'hara/"10%" – ü`, costMicros: 2 ** 52 };
  await meter(server.context, developer, '2026-06-07T10:00:00Z', 1, awkward);
  expect(
    await server.context.db.prisma.execution.findFirst({ where: { model: awkward.model } }),
  ).toMatchObject({ ...awkward, costMicros: BigInt(2 ** 52) });
});

test.each([
  ['a fraction', { costMicros: 0.5 }],
  ['no number', { tokensIn: Number.NaN }],
])('%s is refused and nothing is written', async (_case, wrong) => {
  const before = await storedRows(server.context);
  await expect(
    meter(server.context, world.users.developer, '2026-06-07T10:00:00Z', 2, wrong),
  ).rejects.toThrow(RangeError);
  expect(await storedRows(server.context)).toEqual(before);
});

test('no executions write nothing', async () => {
  const before = await storedRows(server.context);
  await server.context.db.write((tx) => meterExecutions(tx, server.context, []));
  expect(await storedRows(server.context)).toEqual(before);
});
