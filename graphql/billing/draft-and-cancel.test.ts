import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftInvoice } from '@/lib/server/billing/draft-invoice';
import { issueInvoice } from '@/lib/server/billing/issue-invoice';
import { expectData } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  status: string;
  total_amount: number;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

/** On that day, with a new sign-in. */
const goTo = async (day: string) => {
  server.setNow(new Date(`${day}T00:00:00Z`));
  admin = await sessionToken(server.context, world.users.admin);
};
const ask = <T>(query: string) => expectData<T>(server, { query, token: admin });
const choose = (plan: string) =>
  ask(`mutation { updateAccount(id: "${world.acme.id}", updates: { account_plan_id: "${plan}" }) { id } }`);
const invoices = async () =>
  (
    await ask<{ rows: Listed[] }>(
      `{ rows: listInvoices(accountId: "${world.acme.id}") { id status total_amount } }`,
    )
  ).rows;

test('a draft says what its month costs on the present plan; an issued invoice keeps what it said', async () => {
  await issueInvoice(server.context, null, world.acme.id, '2026-05-01');
  await draftInvoice(server.context, world.acme.id, '2026-06-01');
  await choose('plan_enterprise');
  const [draft, issued] = await invoices();
  expect(draft).toMatchObject({ status: 'DRAFT', total_amount: 499 });
  expect(issued).toMatchObject({ status: 'OPEN', total_amount: 99 });
  const { getInvoice } = await ask<{ getInvoice: unknown }>(
    `{ getInvoice(id: "${draft?.id}") { total_amount lines { description amount } } }`,
  );
  expect(getInvoice).toEqual({
    total_amount: 499,
    lines: [{ description: 'Enterprise plan', amount: 499 }],
  });
});

test('a canceled account pays for the month in which it was canceled and for none after, until it chooses a plan', async () => {
  await goTo('2026-06-20');
  await ask(`mutation { cancelSubscription(accountId: "${world.acme.id}") { success } }`);
  await goTo('2026-09-02');
  const issue = (month: string) => issueInvoice(server.context, null, world.acme.id, month);
  expect(await issue('2026-06-01')).toMatchObject({ status: 'OPEN', totalMicros: 499_000_000n });
  await expect(issue('2026-07-01')).rejects.toThrow('The subscription was canceled before this month began.');
  await choose('plan_pro');
  expect(await issue('2026-08-01')).toMatchObject({ totalMicros: 99_000_000n });
});
