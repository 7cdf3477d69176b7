import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueInvoice, settleInvoice } from '@/lib/server/billing/write-invoices';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

interface Listed {
  id: string;
  invoice_number: string;
}

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
  for (const month of ['2026-02-01', '2026-01-01', '2026-04-01', '2026-03-01', '2026-05-01']) {
    await issueInvoice(server.context, null, world.acme.id, month);
  }
  const { id } = await server.context.db.prisma.invoice.findUniqueOrThrow({
    where: { number: 'SY-202603-000001' },
  });
  await settleInvoice(server.context, null, id, 'PAID');
  await issueInvoice(server.context, null, world.globex.id, '2026-05-01');
});
afterAll(() => server.close());

const call = (args: Record<string, unknown> = {}) => ({
  query: `query ($accountId: ID!, $limit: Int, $after: ID, $before: ID, $status: InvoiceStatus, $search: String) {
    listInvoices(accountId: $accountId, limit: $limit, after: $after, before: $before, status: $status, search: $search) {
      id invoice_number status total_amount currency period_start period_end issued_at due_date
    }
  }`,
  variables: { accountId: world.acme.id, ...args },
  token: admin,
});
const list = async (args?: Record<string, unknown>) =>
  (await expectData<{ listInvoices: Listed[] }>(server, call(args))).listInvoices;
const numbers = async (args?: Record<string, unknown>) =>
  (await list(args)).map(({ invoice_number }) => invoice_number);

test("an account's invoices come newest period first, amounts in dollars, instants in milliseconds", async () => {
  const rows = await list();
  expect(rows.map(({ invoice_number }) => invoice_number)).toEqual([
    'SY-202605-000001',
    'SY-202604-000001',
    'SY-202603-000001',
    'SY-202602-000001',
    'SY-202601-000001',
  ]);
  expect(rows[0]).toEqual({
    id: expect.stringMatching(/^inv_[0-9a-z]{20}$/),
    invoice_number: 'SY-202605-000001',
    status: 'OPEN',
    total_amount: 99,
    currency: 'USD',
    period_start: String(Date.UTC(2026, 4, 1)),
    period_end: String(Date.UTC(2026, 5, 1)),
    issued_at: String(server.context.now().getTime()),
    due_date: String(server.context.now().getTime() + 14 * 86_400_000),
  });
});

test('pages in both directions and the status filter hold every row once, also from a row since paid', async () => {
  const [may, april, march, february, january] = await list();
  expect(await list({ limit: 2 })).toEqual([may, april]);
  expect(await list({ limit: 2, after: april?.id })).toEqual([march, february]);
  expect(await list({ limit: 2, after: february?.id })).toEqual([january]);
  expect(await list({ limit: 2, before: february?.id })).toEqual([april, march]);
  expect(await list({ limit: 9, before: may?.id })).toEqual([]);
  expect(await numbers({ status: 'PAID' })).toEqual(['SY-202603-000001']);
  expect(await list({ status: 'OPEN', after: march?.id })).toEqual([february, january]);
  expect(await list({ status: 'OPEN', before: march?.id, limit: 1 })).toEqual([april]);
});

test("another account's invoices, and its cursors, look missing", async () => {
  const missing = { code: 'NOT_FOUND', message: 'Account not found.' } as const;
  for (const accountId of [world.globex.id, 'acc_nonexistent']) {
    await expectRefusal(server, call({ accountId }), missing);
  }
  const theirs = await server.context.db.prisma.invoice.findFirstOrThrow({
    where: { accountId: world.globex.id },
  });
  for (const after of [theirs.id, 'inv_nonexistent']) {
    await expectRefusal(
      server,
      call({ after }),
      badField('after', "The cursor isn't in this list. Send the id of a row that is."),
    );
  }
});

test('the four plans are listed cheapest first with the prices and limits of the design', async () => {
  const MiB = 1024 ** 2;
  const GiB = 1024 ** 3;
  const { rawKey } = await keyOf(server.context, world.users.developer, ['read']);
  const query =
    '{ listAccountPlans { id plan_name monthly_price max_workflows overage_price maxStoredBytes } }';
  expect(await expectData(server, { query, token: rawKey })).toEqual({
    listAccountPlans: [
      {
        id: 'plan_basic',
        plan_name: 'Basic',
        monthly_price: 0,
        max_workflows: 1_000,
        overage_price: null,
        maxStoredBytes: 256 * MiB,
      },
      {
        id: 'plan_starter',
        plan_name: 'Starter',
        monthly_price: 29,
        max_workflows: 10_000,
        overage_price: 0.01,
        maxStoredBytes: 2 * GiB,
      },
      {
        id: 'plan_pro',
        plan_name: 'Pro',
        monthly_price: 99,
        max_workflows: 100_000,
        overage_price: 0.008,
        maxStoredBytes: 20 * GiB,
      },
      {
        id: 'plan_enterprise',
        plan_name: 'Enterprise',
        monthly_price: 499,
        max_workflows: null,
        overage_price: null,
        maxStoredBytes: 200 * GiB,
      },
    ],
  });
});

test('a search finds part of a number, in either case, and nothing by wildcards', async () => {
  expect(await numbers({ search: ' sy-202603 ' })).toEqual(['SY-202603-000001']);
  expect(await numbers({ search: '0001', limit: 2 })).toEqual(['SY-202605-000001', 'SY-202604-000001']);
  expect(await numbers({ search: '' })).toHaveLength(5);
  for (const search of ['SY_2026', '%', 'Acme']) expect(await numbers({ search })).toEqual([]);
  const tooLong = badField('search', 'A search has at most 200 characters.');
  await expectRefusal(server, call({ search: 'x'.repeat(201) }), tooLong);
});
