import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftInvoice, issueInvoice } from '@/lib/server/billing/write-invoices';
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

test('a draft bills each plan by its days at once; an issued invoice keeps what it said', async () => {
  await issueInvoice(server.context, null, world.acme.id, '2026-05-01');
  await draftInvoice(server.context, world.acme.id, '2026-06-01');
  await goTo('2026-06-16');
  await choose('plan_enterprise');
  const [draft, issued] = await invoices();
  expect(draft).toMatchObject({ status: 'DRAFT', total_amount: 299 });
  expect(issued).toMatchObject({ status: 'OPEN', total_amount: 99 });
  const { getInvoice } = await ask<{ getInvoice: unknown }>(
    `{ getInvoice(id: "${draft?.id}") { total_amount lines { description amount } } }`,
  );
  expect(getInvoice).toEqual({
    total_amount: 299,
    lines: [
      { description: 'Pro plan, 15 of 30 days', amount: 49.5 },
      { description: 'Enterprise plan, 15 of 30 days', amount: 249.5 },
    ],
  });
});

test('a canceled account pays up to the day of the cancellation, and again from the day it chooses a plan', async () => {
  await goTo('2026-06-20');
  await ask(`mutation { cancelSubscription(accountId: "${world.acme.id}") { success } }`);
  await goTo('2026-09-02');
  const issue = (month: string) => issueInvoice(server.context, null, world.acme.id, month);
  // 15 days of Pro and 5 of Enterprise.
  expect(await issue('2026-06-01')).toMatchObject({ status: 'OPEN', totalMicros: 132_670_000n });
  await expect(issue('2026-07-01')).rejects.toThrow('The subscription was canceled before this month began.');
  await choose('plan_pro');
  await expect(issue('2026-08-01')).rejects.toMatchObject({ code: 'CONFLICT' });
  await goTo('2026-10-01');
  expect(await issue('2026-09-01')).toMatchObject({ totalMicros: 95_700_000n });
});

test('a switch to a cheaper plan and back within a day is billed by the more expensive one', async () => {
  await goTo('2026-10-10');
  await choose('plan_basic');
  await choose('plan_pro');
  await goTo('2026-11-01');
  expect(await issueInvoice(server.context, null, world.acme.id, '2026-10-01')).toMatchObject({
    totalMicros: 99_000_000n,
  });
});
