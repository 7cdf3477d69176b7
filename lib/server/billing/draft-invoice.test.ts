import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftInvoice, issueInvoice } from '@/lib/server/billing/write-invoices';
import { ensureTemplate } from '@/lib/server/usage/ensure-template';
import { meterExecutions } from '@/lib/server/usage/meter-executions';
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
