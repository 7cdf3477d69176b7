import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftInvoice, issueInvoice, settleInvoice } from '@/lib/server/billing/write-invoices';
import { expectData } from '@/testing/expect-answer';
import { meter } from '@/testing/meter';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
const issued = new Map<string, string>();
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin, new Date('2027-01-01'));
  await meter(server.context, world.users.developer, '2026-03-05T11:00:00Z', 100_007);
});
afterAll(() => server.close());

const issue = async (on: string, month: string) => {
  server.setNow(new Date(on));
  issued.set(month, (await issueInvoice(server.context, null, world.acme.id, `${month}-01`)).id);
};
const settle = (month: string, status: 'PAID' | 'VOID') =>
  settleInvoice(server.context, null, issued.get(month) ?? '', status);

const owed = async () => {
  const { amountsOwed } = await expectData<{ amountsOwed: object[] }>(server, {
    query: `query ($id: ID!) {
      amountsOwed(accountId: $id) { currency amount invoices overdueAmount overdueInvoices firstDueDate }
    }`,
    variables: { id: world.acme.id },
    token: admin,
  });
  return amountsOwed;
};

const months = async (args: { overdue?: boolean; status?: string }) => {
  const { listInvoices } = await expectData<{ listInvoices: { period_start: string }[] }>(server, {
    query: `query ($id: ID!, $status: InvoiceStatus, $overdue: Boolean) {
      listInvoices(accountId: $id, status: $status, overdue: $overdue) { period_start }
    }`,
    variables: { id: world.acme.id, ...args },
    token: admin,
  });
  return listInvoices.map(({ period_start }) => new Date(Number(period_start)).toISOString().slice(0, 7));
};

test("drafts, paid and withdrawn invoices aren't owed, nor are those of other accounts", async () => {
  await draftInvoice(server.context, world.acme.id, '2026-06-01');
  await issue('2026-02-01', '2026-01');
  await issue('2026-03-01', '2026-02');
  await settle('2026-01', 'PAID');
  await settle('2026-02', 'VOID');
  await issueInvoice(server.context, null, world.globex.id, '2026-01-01');
  expect(await owed()).toEqual([]);
});

test('open invoices add up to the cent, and are overdue from the instant after its due date', async () => {
  await issue('2026-04-01', '2026-03');
  await issue('2026-04-10', '2025-12');
  const due = Date.UTC(2026, 3, 15);
  const both = { currency: 'USD', amount: 198.06, invoices: 2, firstDueDate: String(due) };
  server.setNow(new Date(due));
  expect(await owed()).toEqual([{ ...both, overdueAmount: 0, overdueInvoices: 0 }]);
  server.setNow(new Date(due + 1));
  expect(await owed()).toEqual([{ ...both, overdueAmount: 99.06, overdueInvoices: 1 }]);
});

test('the list has the overdue invoices only, or the others only, as they are by then', async () => {
  expect(await months({ overdue: true })).toEqual(['2026-03']);
  expect(await months({ overdue: true, status: 'PAID' })).toEqual([]);
  expect(await months({ overdue: false, status: 'OPEN' })).toEqual(['2025-12']);
  expect(await months({ overdue: false })).toEqual(['2026-06', '2026-02', '2026-01', '2025-12']);
  server.setNow(new Date('2026-05-01'));
  expect(await months({ overdue: true })).toEqual(['2026-03', '2025-12']);
});
