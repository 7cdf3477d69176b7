import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '@/lib/rules/day';
import { logger } from '@/lib/server/logging/logger';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { refusedStatement } from '@/testing/refused-statement';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { linkOldEvents } from './audit-chain';
import { longerRetention, pruneAudit, pruneAuditDaily } from './prune-audit';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  const busy = await accountWithTrail(server.context, 'acc_busy');
  await addToTrail(server.context, busy, [new Date(TEST_NOW.getTime() + 1)]);
});
afterAll(() => server.close());

const ageInDays = ({ createdAt }: { createdAt: Date }) => (TEST_NOW.getTime() - createdAt.getTime()) / DAY_MS;
const agesOf = async (accountId: string) =>
  (await server.context.db.prisma.auditEvent.findMany({ where: { accountId } }))
    .map(ageInDays)
    .sort((a, b) => b - a);
const ago = (...days: number[]) => days.map((count) => new Date(TEST_NOW.getTime() - count * DAY_MS));

test.each([
  ['plan_basic', [90, 1]],
  ['plan_starter', [365, 91, 90, 1]],
  ['plan_pro', [730, 366, 365, 91, 90, 1]],
  ['plan_enterprise', [2_555, 731, 730, 366, 365, 91, 90, 1]],
])("on %s the trail keeps events no older than the plan's limit", async (planId, kept) => {
  const accountId = await accountWithTrail(server.context, `acc_${planId}`, planId);
  await addToTrail(server.context, accountId, ago(2_556, 2_555, 731, 730, 366, 365, 91, 90, 1));
  await pruneAudit(server.context);
  expect(await agesOf(accountId)).toEqual(kept);
  const links = await server.context.db.prisma.auditLink.findMany({ where: { accountId } });
  expect(links.map(({ sequence }) => sequence)).toEqual(kept.map((_, index) => 10 - kept.length + index));
  const checkpoint = await server.context.db.prisma.auditCheckpoint.findUnique({ where: { accountId } });
  expect(checkpoint?.sequence).toBe(9 - kept.length);
});

test('for 30 days after a change of plan the trail keeps what the longer of both plans does', async () => {
  const accountId = await accountWithTrail(server.context, 'acc_downgraded', 'plan_basic');
  const change = { action: 'account.change_plan', changes: { plan: { from: 'Pro', to: 'Basic' } } } as const;
  await addToTrail(server.context, accountId, ago(800, 200));
  await addToTrail(server.context, accountId, ago(30), change);
  const account = { id: accountId, planId: 'plan_basic' };
  expect(await longerRetention(server.context.db.prisma, account, TEST_NOW)).toEqual({
    days: 730,
    until: TEST_NOW,
  });
  await pruneAudit(server.context);
  expect(await agesOf(accountId)).toEqual([200, 30]);
  await pruneAudit({ ...server.context, now: () => new Date(TEST_NOW.getTime() + 1) });
  expect(await agesOf(accountId)).toEqual([30]);
});

test('on an unknown plan everything is kept', async () => {
  const { context } = server;
  await context.db.write((tx) =>
    tx.plan.create({ data: { id: 'plan_gone', name: 'Gone', monthlyPriceMicros: 0, position: 9 } }),
  );
  const accountId = await accountWithTrail(context, 'acc_gone', 'plan_gone');
  await addToTrail(context, accountId, ago(9_000));
  await pruneAudit(context);
  expect(await agesOf(accountId)).toEqual([9_000]);
});

test('a large trail goes in batches of a thousand, and can be stopped between two', async () => {
  const own = await openTestServer();
  const accountId = await accountWithTrail(own.context, 'acc_large');
  const data = daily(TEST_NOW, 1_500, 100).map((createdAt, index) => ({
    id: `aud_${index}`,
    accountId,
    action: 'account.update',
    entityId: accountId,
    metadata: {},
    createdAt,
  }));
  await own.context.db.write((tx) => tx.auditEvent.createMany({ data }));
  await linkOldEvents(own.context);
  await addToTrail(own.context, accountId, [TEST_NOW]);
  let asked = 0;
  const stopAfterOne = () => {
    asked += 1;
    return asked > 1;
  };
  expect(await pruneAudit(own.context, stopAfterOne)).toBe(1_000);
  expect(await pruneAudit(own.context)).toBe(500);
  expect(await own.context.db.prisma.auditEvent.count()).toBe(1);
  await own.close();
});

test('a clock that is years ahead removes only events that are old compared with the newest event of all accounts', async () => {
  const own = await openTestServer();
  const quiet = await accountWithTrail(own.context, 'acc_quiet');
  await addToTrail(own.context, quiet, ago(95, 90, 80));
  await addToTrail(own.context, await accountWithTrail(own.context, 'acc_busy'), ago(91, 50, 1));
  const left = async () =>
    (await own.context.db.prisma.auditEvent.findMany({ orderBy: { createdAt: 'asc' } })).map(ageInDays);
  own.setNow(new Date(TEST_NOW.getTime() + 4_000 * DAY_MS));
  expect(await pruneAudit(own.context)).toBe(1);
  expect(await left()).toEqual([91, 90, 80, 50, 1]);
  await addToTrail(own.context, quiet, ago(-5));
  expect(await pruneAudit(own.context)).toBe(2);
  expect(await left()).toEqual([80, 50, 1, -5]);
  await own.close();
});

test('a link without its event, which breaks the chain, and all after it stay, and the log reports it', async () => {
  const accountId = await accountWithTrail(server.context, 'acc_broken');
  const { db } = server.context;
  await addToTrail(server.context, accountId, ago(300, 200));
  await db.write(
    (tx) => tx.$executeRaw`INSERT INTO "AuditLink" VALUES (${accountId}, 3, 'aud_missing', 'x')`,
  );
  await addToTrail(server.context, accountId, ago(150));
  const log = vi.spyOn(logger, 'error').mockReturnValue(undefined);
  await pruneAudit(server.context);
  expect(await agesOf(accountId)).toEqual([150]);
  expect(log.mock.calls).toEqual([[{ accountId, sequence: 3 }, expect.stringContaining('is broken')]]);
  log.mockRestore();
});

test('only retention removes: SQLite refuses to delete or change links, and to move a checkpoint back', async () => {
  const { db } = server.context;
  const refused = refusedStatement('trigger');
  const where = { accountId: 'acc_plan_basic' };
  const checkpoint = await db.prisma.auditCheckpoint.findUniqueOrThrow({ where });
  await expect(db.write((tx) => tx.auditLink.deleteMany({ where }))).rejects.toMatchObject(refused);
  await expect(db.write((tx) => tx.auditEvent.deleteMany({ where }))).rejects.toMatchObject(refused);
  await expect(db.write((tx) => tx.auditLink.updateMany({ data: { hash: 'x' } }))).rejects.toMatchObject(
    refused,
  );
  const back = { sequence: checkpoint.sequence - 1 };
  await expect(db.write((tx) => tx.auditCheckpoint.update({ where, data: back }))).rejects.toMatchObject(
    refused,
  );
  await expect(db.write((tx) => tx.auditCheckpoint.delete({ where }))).rejects.toMatchObject(refused);
});

describe('every day', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer();
    const accountId = await accountWithTrail(server.context, 'acc_old');
    await addToTrail(server.context, accountId, [...daily(TEST_NOW, 1, 100), TEST_NOW]);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await server.close();
  });

  const left = () => server.context.db.prisma.auditEvent.count();

  test('a running server removes events past their retention every day, and says how many', async () => {
    const info = vi.spyOn(logger, 'info').mockReturnValue(undefined);
    const stop = pruneAuditDaily(server.context);
    expect(await left()).toBe(2);
    vi.advanceTimersByTime(DAY_MS);
    await vi.waitFor(() => expect(info).toHaveBeenCalledOnce());
    expect(info.mock.calls).toEqual([[{ events: 1 }, 'Audit events past their retention removed']]);
    expect(await left()).toBe(1);
    vi.advanceTimersByTime(DAY_MS);
    await stop();
    expect(info).toHaveBeenCalledOnce();
  });

  test('a day on which that fails is logged, and ends neither the server nor the next day', async () => {
    const error = vi.spyOn(logger, 'error').mockReturnValue(undefined);
    const full = new Error('full');
    const write = vi.spyOn(server.context.db, 'write').mockRejectedValueOnce(full);
    const stop = pruneAuditDaily(server.context);
    vi.advanceTimersByTime(DAY_MS);
    await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
    expect(error.mock.calls[0]?.[0]).toEqual({ err: full });
    vi.advanceTimersByTime(DAY_MS);
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2));
    await vi.waitFor(async () => expect(await left()).toBe(1));
    await stop();
  });

  test('once stopped it begins no further batch', async () => {
    const stop = pruneAuditDaily(server.context);
    vi.advanceTimersByTime(DAY_MS);
    await stop();
    expect(await left()).toBe(2);
  });
});
