import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { keepRefusals, writeRefusals } from '@/lib/server/audit/write-refusals';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { logger } from '@/lib/server/logging/logger';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
beforeEach(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const { people, count, window } = limits.auditedRefusals;
const later = () => new Date(TEST_NOW.getTime() + window);

function refuse(email: string, times = 1) {
  const refusal = { email, reason: 'password', address: '192.0.2.1', at: server.context.now() } as const;
  for (let index = 0; index < times; index++) server.context.refusals.signIn(refusal);
}
/** How many refusals the trail's events stand for, each. */
const written = async () =>
  (
    await server.context.db.prisma.auditEvent.findMany({ where: { action: { startsWith: 'user.refuse_' } } })
  ).map(({ metadata }) => (metadata as { times: number }).times);
const logged = (level: 'info' | 'warn' | 'error') => vi.spyOn(logger, level).mockReturnValue(undefined);

test('a server that stops writes what still waits for its ten minutes to end', async () => {
  const stop = keepRefusals(server.context);
  refuse(world.users.developer.email, count + 3);
  await stop();
  expect(await written()).toEqual([...Array(count).fill(1), 3]);
});

test('until the ten minutes end, the rest waits, unless all is asked for', async () => {
  refuse(world.users.developer.email, count + 3);
  await writeRefusals(server.context);
  expect(await written()).toHaveLength(count);
});

test('a clock that is set back ends the ten minutes, rather than making them longer', async () => {
  refuse(world.users.developer.email, count + 3);
  server.setNow(new Date(TEST_NOW.getTime() - 86_400_000));
  await writeRefusals(server.context);
  expect(await written()).toEqual([...Array(count).fill(1), 3]);
});

test("a refusal that couldn't be written when its ten minutes ended is written once it can be, and the log says why", async () => {
  const { context } = server;
  refuse(world.users.developer.email, count + 3);
  server.setNow(later());
  const error = logged('error');
  const full = new Error('full');
  await writeRefusals({ ...context, db: { ...context.db, write: () => Promise.reject(full) } });
  expect(error).toHaveBeenCalledWith({ err: full }, "Refusals couldn't be recorded yet");
  await writeRefusals(context);
  expect(await written()).toEqual([...Array(count).fill(1), 3]);
});

test('a written refusal is remembered no longer than its ten minutes', async () => {
  refuse(world.users.developer.email);
  await writeRefusals(server.context);
  expect(server.context.refusals.all()).toHaveLength(1);
  server.setNow(later());
  await writeRefusals(server.context);
  expect(server.context.refusals.all()).toEqual([]);
  expect(await written()).toEqual([1]);
});

test('sign-ins for addresses that no user has are each counted once in the log, however many addresses', async () => {
  const info = logged('info');
  for (let index = 0; index < 250; index++) refuse(`${index}@nobody.example`, 2);
  await writeRefusals(server.context);
  const counts = info.mock.calls.map(([facts]) => (facts as { refusals?: number }).refusals ?? 0);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(500);
  expect(await written()).toEqual([]);
});

test('the log says once how many were refused past the people that are kept in mind', async () => {
  const warn = logged('warn');
  for (let index = 0; index < people + 5; index++) refuse(`${index}@flood.example`);
  await writeRefusals(server.context);
  await writeRefusals(server.context);
  expect(warn.mock.calls).toEqual([
    [{ refusals: 5 }, "Refusals of too many people at once weren't recorded"],
  ]);
});

test('a refused call names the API key only if it came through one', async () => {
  const { context } = server;
  const viewer = operatorViewer(world.users.developer);
  const refusal = { operation: 'listUsers', address: '192.0.2.1', at: TEST_NOW };
  context.refusals.call({ ...viewer, via: 'session' }, refusal);
  context.refusals.call({ ...viewer, via: 'api_key', credentialId: 'key_1' }, refusal);
  await writeRefusals(context);
  const events = await context.db.prisma.auditEvent.findMany({ where: { action: 'user.refuse_call' } });
  const keys = events.map(({ metadata }) => (metadata as { api_key_id?: string }).api_key_id);
  expect(keys.sort()).toEqual(['key_1', undefined]);
});
