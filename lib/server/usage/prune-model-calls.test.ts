import { afterAll, beforeAll, expect, test } from 'vitest';
import { meterModelCalls } from '@/lib/server/usage/meter-model-calls';
import { pruneModelCalls } from '@/lib/server/usage/prune-model-calls';
import type { User } from '@/prisma/generated/prisma/client';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

/** Counts a call of each of so many workflows, some days ago. */
async function meter({ id: userId, accountId }: User, daysAgo: number, workflows = 1): Promise<void> {
  const { listedModels, db } = server.context;
  const now = () => new Date(TEST_NOW.getTime() - daysAgo * 86_400_000);
  const calls = Array.from({ length: workflows }, (_, index) => ({
    ...{
      accountId,
      userId,
      workflow: `Workflow ${index}`,
      model: 'sandbox/fast',
      outcome: 'ANSWERED' as const,
    },
    ...{ code: null, milliseconds: 5, costNanos: 1 },
  }));
  await db.write((tx) => meterModelCalls(tx, { now, listedModels }, calls));
}

test("counts of models' calls are removed after the days of their account's plan, and no others", async () => {
  const { prisma } = server.context.db;
  const [pro, basic] = [world.users.developer, world.strangers.developer];
  await server.context.db.write(async (tx) => {
    await tx.account.update({ where: { id: pro.accountId }, data: { planId: 'plan_pro' } });
    await tx.account.update({ where: { id: basic.accountId }, data: { planId: 'plan_basic' } });
  });
  // More than one page of rows, most of which stay.
  for (const user of [pro, basic])
    for (const daysAgo of [90, 91]) await meter(user, daysAgo, user === basic ? 1_200 : 1);
  await meter(pro, 731);
  const days = async (accountId: string) =>
    (
      await prisma.dailyModelCalls.findMany({
        where: { accountId },
        distinct: ['day'],
        orderBy: { day: 'asc' },
      })
    ).map(({ day }) => day);
  const stopped = await pruneModelCalls(server.context, () => true);
  expect(stopped).toBe(0);
  // One row for the account, and two for each workflow.
  expect(await pruneModelCalls(server.context)).toBe(1 + 2 * 1_200 + 3);
  expect(await days(basic.accountId)).toEqual(['2026-03-17']);
  expect(await days(pro.accountId)).toEqual(['2026-03-16', '2026-03-17']);
  expect(await pruneModelCalls(server.context)).toBe(0);
});
