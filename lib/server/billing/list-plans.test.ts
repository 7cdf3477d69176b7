import { expect, test } from 'vitest';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

test('a plan that has left the configuration is neither offered nor chosen any more', async () => {
  const server = await openTestServer();
  const { acme, users } = await createTestWorld(server.context);
  const token = await sessionToken(server.context, users.admin);
  await server.context.db.write((tx) =>
    tx.plan.create({ data: { id: 'plan_old', name: 'Old', monthlyPriceMicros: 0, position: 9 } }),
  );
  const { listAccountPlans } = await expectData<{ listAccountPlans: { plan_name: string }[] }>(server, {
    query: '{ listAccountPlans { plan_name } }',
    token,
  });
  expect(listAccountPlans.map((plan) => plan.plan_name)).toEqual(['Basic', 'Starter', 'Pro', 'Enterprise']);
  const sentence = 'There is no such plan. Choose one of listAccountPlans.';
  await expectRefusal(
    server,
    {
      query: `mutation { updateAccount(id: "${acme.id}", updates: { account_plan_id: "plan_old" }) { id } }`,
      token,
    },
    { code: 'BAD_USER_INPUT', message: sentence, fields: { account_plan_id: sentence } },
  );
  await server.close();
});
