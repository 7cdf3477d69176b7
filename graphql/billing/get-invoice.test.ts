import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumDollars } from '@/lib/format/money';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { updateBillingProfile } from '@/lib/server/billing/billing-profile';
import { draftInvoice, issueInvoice } from '@/lib/server/billing/write-invoices';
import { expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

interface Line {
  description: string;
  quantity: number;
  unit_amount: number;
  amount: number;
}
interface Result {
  getInvoice: {
    status: string;
    total_amount: number;
    lines: Line[];
    bill_to: { company_name: string | null; country: string | null } | null;
  };
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

const call = (id: string) => ({
  query: `query ($id: ID!) { getInvoice(id: $id) {
    status total_amount lines { description quantity unit_amount amount } bill_to { company_name country }
  } }`,
  variables: { id },
  token: admin,
});
const read = async (id: string) => (await expectData<Result>(server, call(id))).getInvoice;
const issue = (month: string) => issueInvoice(server.context, null, world.acme.id, month);
const bill = (company_name: string) =>
  updateBillingProfile(server.context, operatorViewer(world.users.admin), world.acme.id, {
    company_name,
    country: 'DE',
  });
const meterDay = (day: string, executions: number) =>
  server.context.db.write((tx) =>
    tx.dailyUsage.create({
      data: {
        accountId: world.acme.id,
        grain: 'ACCOUNT',
        subjectId: world.acme.id,
        templateId: '',
        day,
        executions,
        succeeded: executions,
        tokensIn: 0n,
        tokensOut: 0n,
        costMicros: 0n,
      },
    }),
  );

test('an invoice comes with its lines, in dollars, which are rounded to the cent and add up to its total', async () => {
  await meterDay('2026-03-31', 100_007);
  const { id } = await issue('2026-03-01');
  const invoice = await read(id);
  expect(invoice).toMatchObject({
    status: 'OPEN',
    total_amount: 99.06,
    lines: [
      { description: 'Pro plan', quantity: 1, unit_amount: 99, amount: 99 },
      { description: 'Executions over the limit', quantity: 7, unit_amount: 0.008, amount: 0.06 },
    ],
  });
  expect(sumDollars(invoice.lines.map(({ amount }) => amount))).toBe(invoice.total_amount);
  for (const { quantity, unit_amount, amount } of invoice.lines) {
    expect(Math.round(quantity * unit_amount * 100) / 100).toBe(amount);
  }
});

test('it keeps the billing details it was issued with', async () => {
  await bill('Acme Ltd');
  const { id } = await issue('2026-01-01');
  const issued = await read(id);
  expect(issued.bill_to).toEqual({ company_name: 'Acme Ltd', country: 'DE' });
  await bill('Acme GmbH');
  expect(await read(id)).toEqual(issued);
});

test('one issued while nothing was on file has empty details; a draft has none yet', async () => {
  await server.context.db.write((tx) => tx.billingProfile.deleteMany());
  const { id } = await issue('2025-12-01');
  expect((await read(id)).bill_to).toMatchObject({ company_name: null, country: null });
  const draft = await draftInvoice(server.context, world.acme.id, '2026-06-01');
  expect(await read(draft.id)).toMatchObject({ status: 'DRAFT', bill_to: null });
});

test("the billed profile of an invoice has no etag, because it can't be updated", async () => {
  const { id } = await issue('2025-11-01');
  const { errors } = await server.call({
    query: 'query ($id: ID!) { getInvoice(id: $id) { bill_to { etag } } }',
    variables: { id },
    token: admin,
  });
  expect(errors.map(({ message }) => message)).toEqual(['Cannot query field "etag" on type "BillTo".']);
});

test("another account's invoice fails like a missing invoice", async () => {
  const { id } = await issueInvoice(server.context, null, world.globex.id, '2026-05-01');
  for (const missing of [id, 'inv_nonexistent', '']) {
    await expectRefusal(server, call(missing), { code: 'NOT_FOUND', message: 'Invoice not found.' });
  }
});
