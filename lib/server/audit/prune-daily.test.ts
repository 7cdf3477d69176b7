import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '@/lib/rules/day';
import { logger } from '@/lib/server/logging/logger';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { pruneDaily } from './prune-audit';

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
  const stop = pruneDaily(server.context);
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
  const stop = pruneDaily(server.context);
  vi.advanceTimersByTime(DAY_MS);
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(error.mock.calls[0]?.[0]).toEqual({ err: full });
  vi.advanceTimersByTime(DAY_MS);
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  await vi.waitFor(async () => expect(await left()).toBe(1));
  await stop();
});

test('once stopped it begins no further batch', async () => {
  const stop = pruneDaily(server.context);
  vi.advanceTimersByTime(DAY_MS);
  await stop();
  expect(await left()).toBe(2);
});
