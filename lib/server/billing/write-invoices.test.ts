import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billMonth, wholeDay } from '@/lib/rules/bill-month';
import { updateAccount } from '@/lib/server/account/change-account';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { invoiceLines } from '@/lib/server/billing/price-month';
import { draftInvoice, issueInvoice, settleInvoice } from '@/lib/server/billing/write-invoices';
import { ensureTemplate } from '@/lib/server/usage/ensure-template';
import { meterExecutions } from '@/lib/server/usage/meter-executions';
import type { Plan } from '@/prisma/generated/prisma/client';
import { eventsOf } from '@/testing/audit-trail';
import { storedRows } from '@/testing/stored-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';
import { updateBillingProfile } from './billing-profile';

let server: TestServer;
let world: TestWorld;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterAll(() => server.close());

const issue = (month: string, accountId = world.acme.id) =>
  issueInvoice(server.context, null, accountId, month);
const used = (day: string, executions: number) =>
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

test("an invoice is the plan's fee and the month's executions over the limit, first and last day included", async () => {
  await used('2026-02-28', 500_000);
  await used('2026-03-01', 60_000);
  await used('2026-03-31', 41_500);
  await used('2026-04-01', 500_000);
  const invoice = await issue('2026-03-01');
  expect(invoice).toMatchObject({
    number: 'SY-202603-000001',
    status: 'OPEN',
    currency: 'USD',
    totalMicros: 99_000_000n + 1_500n * 8_000n,
    periodStart: new Date('2026-03-01T00:00:00Z'),
    periodEnd: new Date('2026-04-01T00:00:00Z'),
    issuedAt: server.context.now(),
    dueAt: new Date(server.context.now().getTime() + 14 * 86_400_000),
    lines: [
      { description: 'Pro plan', quantity: 1, unitMicros: 99_000_000, amountMicros: 99_000_000 },
      {
        description: 'Executions over the limit',
        quantity: 1_500,
        unitMicros: 8_000,
        amountMicros: 12_000_000,
      },
    ],
  });
  expect(await server.context.db.prisma.invoice.findUnique({ where: { id: invoice.id } })).toEqual(invoice);
});

test.each([
  ['at its limit', 10_000, 1],
  ['one over', 10_001, 2],
  ['unused', 0, 1],
])('Starter %s has %i executions and %i lines', (_case, executions, lines) => {
  const starter = {
    id: 'plan_starter',
    position: 1,
    name: 'Starter',
    monthlyPriceMicros: 29_000_000n,
    includedExecutions: 10_000,
    overagePriceMicros: 10_000n,
  };
  expect(invoiceLines(billMonth([wholeDay(starter)], [executions]))).toHaveLength(lines);
});

test('Basic and Enterprise charge their fee alone, however much ran', () => {
  const plan = { id: 'plan_x', name: 'Plan', position: 0, overagePriceMicros: null };
  const linesOf = (each: Plan) => invoiceLines(billMonth([wholeDay(each)], [5_000_000]));
  const fees = [
    linesOf({ ...plan, monthlyPriceMicros: 0n, includedExecutions: 1_000 }),
    linesOf({ ...plan, monthlyPriceMicros: 499_000_000n, includedExecutions: null }),
  ];
  expect(fees.map((lines) => lines.map(({ amountMicros }) => amountMicros))).toEqual([[0], [499_000_000]]);
});

test('numbers count up within their month over all accounts, also when issued at the same moment', async () => {
  const issued = await Promise.all([
    issue('2025-11-01'),
    issue('2025-11-01', world.globex.id),
    issue('2025-12-01'),
  ]);
  expect(issued.map(({ number }) => number).sort()).toEqual([
    'SY-202511-000001',
    'SY-202511-000002',
    'SY-202512-000001',
  ]);
});

test('a month is issued once: then neither an invoice nor a draft of it is written', async () => {
  const { number } = await issue('2025-10-01');
  const before = await storedRows(server.context);
  await expect(issue('2025-10-01')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Invoice ${number} has been issued already.`,
  });
  await expect(draftInvoice(server.context, world.acme.id, '2025-10-01')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Invoice ${number} has been issued already.`,
  });
  expect(await storedRows(server.context)).toEqual(before);
});

test('an issued invoice keeps its billing details and its plan whatever changes later', async () => {
  const admin = operatorViewer(world.users.admin);
  const bill = (city: string) => updateBillingProfile(server.context, admin, world.acme.id, { city });
  const bare = await issue('2025-08-01');
  await bill('Berlin');
  const berlin = await issue('2025-09-01');
  await bill('Paris');
  await updateAccount(server.context, admin, world.acme.id, { account_plan_id: 'plan_basic' });
  const read = (id: string) => server.context.db.prisma.invoice.findUniqueOrThrow({ where: { id } });
  expect(await read(berlin.id)).toEqual(berlin);
  expect([bare.billTo, berlin.billTo]).toMatchObject([{ city: null }, { city: 'Berlin' }]);
});

test.each(['PAID', 'VOID'] as const)(
  'an open invoice is settled as %s once; then it is CONFLICT',
  async (status) => {
    const { id, number } = await issue(status === 'PAID' ? '2025-06-01' : '2025-07-01', world.globex.id);
    expect(await settleInvoice(server.context, null, id, status)).toMatchObject({ id, status });
    const before = await storedRows(server.context);
    for (const next of ['PAID', 'VOID'] as const) {
      await expect(settleInvoice(server.context, null, id, next)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: `Invoice ${number} isn't open.`,
      });
    }
    expect(await storedRows(server.context)).toEqual(before);
  },
);

test('a month is issued once it is over, not before', async () => {
  const tooEarly = { code: 'CONFLICT', message: 'A month is invoiced once it is over.' };
  const before = await storedRows(server.context);
  await expect(issue('2026-06-01', world.globex.id)).rejects.toMatchObject(tooEarly);
  await expect(issue('2026-07-01', world.globex.id)).rejects.toMatchObject(tooEarly);
  await expect(issue('2026-05-15', world.globex.id)).rejects.toThrow(RangeError);
  expect(await storedRows(server.context)).toEqual(before);
});

test('the audit trail has what was issued, for how much, and how it was settled', async () => {
  const [issued] = await eventsOf(server.context, () => issue('2025-05-01', world.globex.id));
  const invoice = await server.context.db.prisma.invoice.findUniqueOrThrow({
    where: { id: issued?.entityId ?? '' },
  });
  expect(issued).toMatchObject({
    action: 'invoice.issue',
    accountId: world.globex.id,
    metadata: { number: invoice.number, total_micros: 29_000_000 },
  });
  const [settled] = await eventsOf(server.context, () =>
    settleInvoice(server.context, null, invoice.id, 'PAID'),
  );
  expect(settled).toMatchObject({
    action: 'invoice.settle',
    accountId: world.globex.id,
    entityId: invoice.id,
    metadata: { number: invoice.number, changes: { status: { from: 'OPEN', to: 'PAID' } } },
  });
});

test('an invoice of $0 is issued as paid: nothing of it is open or overdue', async () => {
  const admin = operatorViewer(world.users.admin);
  await updateAccount(server.context, admin, world.acme.id, { account_plan_id: 'plan_basic' });
  server.setNow(new Date('2027-03-01T06:00:00Z'));
  expect(await issue('2027-02-01')).toMatchObject({ totalMicros: 0n, status: 'PAID' });
});

describe('drafts', () => {
  let server: TestServer;
  let world: TestWorld;
  beforeAll(async () => {
    server = await openTestServer();
    world = await createTestWorld(server.context);
  });
  afterAll(() => server.close());

  const draft = (month: string) => draftInvoice(server.context, world.globex.id, month);
  const issue = (month: string) => issueInvoice(server.context, null, world.globex.id, month);

  async function run(day: string, count: number): Promise<void> {
    await server.context.db.write(async (tx) => {
      const template = await ensureTemplate(tx, server.context, world.globex.id, 'Triage');
      const execution = {
        accountId: world.globex.id,
        userId: world.strangers.developer.id,
        templateId: template.id,
        apiKeyId: null,
        status: 'COMPLETED' as const,
        model: 'sandbox/fast',
        tokensIn: 1,
        tokensOut: 1,
        costMicros: 1,
        latencyMs: 1,
        finishedAt: new Date(`${day}T12:00:00Z`),
      };
      await meterExecutions(
        tx,
        server.context,
        Array.from({ length: count }, () => execution),
      );
    });
  }

  test('a draft is neither issued nor due nor audited, and follows the usage', async () => {
    const events = () => server.context.db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
    const before = await events();
    const first = await draft('2026-03-01');
    expect(first).toMatchObject({ status: 'DRAFT', totalMicros: 29_000_000n, issuedAt: null, dueAt: null });
    expect(first.billTo).toBeNull();
    expect(await events()).toEqual(before);
    await run('2026-03-31', 10_002);
    const metered = await events();
    const second = await draft('2026-03-01');
    expect(second).toMatchObject({ id: first.id, number: first.number, totalMicros: 29_020_000n });
    expect(await events()).toEqual(metered);
  });

  test('issuing takes the draft, with its number, as the usage then is', async () => {
    const drafted = await draft('2026-04-01');
    await run('2026-04-30', 10_001);
    const issued = await issue('2026-04-01');
    expect(issued).toMatchObject({
      id: drafted.id,
      number: drafted.number,
      status: 'OPEN',
      totalMicros: 29_010_000n,
      issuedAt: server.context.now(),
    });
  });

  test("a month that has been issued isn't drafted or issued again", async () => {
    const { number } = await issue('2026-05-01');
    const before = await storedRows(server.context);
    await expect(draft('2026-05-01')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Invoice ${number} has been issued already.`,
    });
    await expect(issue('2026-05-01')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await storedRows(server.context)).toEqual(before);
  });
});
