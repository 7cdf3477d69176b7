import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { storageBytesOf } from '@/lib/config/plans';
import { inProcess } from '@/lib/engine/text-worker';
import { enqueueWorkflow, type StartOptions } from '@/lib/server/workflows/start-workflow';
import type { Account } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { expectStoredBytes } from '@/testing/engine/stored-bytes';

// A call whose job its account certainly can't take is refused before its upload is read and decoded.

vi.mock('@/lib/config/limits', async (original) => {
  const config = await original<typeof import('@/lib/config/limits')>();
  return { ...config, limits: { ...config.limits, waitingJobs: 1 } };
});

let system: JobSystem;
const decode = vi.spyOn(inProcess, 'decodeUpload');
const read = vi.fn(async () => new File(['Notes.'], 'notes.txt'));
beforeEach(async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
  decode.mockClear();
  read.mockClear();
});
afterEach(() => system.close());

const viewer = () => {
  const [first] = system.viewers;
  if (!first) throw new Error('There is no viewer.');
  return first;
};
const upload = (options: StartOptions = {}, announcedBytes = 6) =>
  enqueueWorkflow(
    system.process.ctx,
    viewer(),
    { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] },
    { file: { read, announcedBytes }, ...options },
  );
const change = (data: Partial<Pick<Account, 'status' | 'storedBytes' | 'openJobsAtMost'>>) =>
  system.base.db.write((tx) => tx.account.update({ where: { id: viewer().accountId }, data }));
const fill = (leaving = 0) => change({ storedBytes: BigInt(storageBytesOf('plan_basic') - leaving) });
const useUp = () =>
  system.base.db.write((tx) =>
    tx.plan.update({ where: { id: 'plan_basic' }, data: { includedExecutions: 0 } }),
  );
const fillLine = async () => {
  for (let count = 0; count < 3; count += 1)
    await system.enqueue(0, { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] });
};

test.each([
  ['ACCOUNT_CANCELED', () => change({ status: 'CANCELED' })],
  ['PLAN_LIMIT_REACHED', useUp],
  ['QUEUE_FULL', fillLine],
  ['STORAGE_FULL', fill],
] as const)('an upload that is refused with %s is neither read nor decoded', async (code, prepare) => {
  await prepare();
  await expect(upload()).rejects.toMatchObject({ code });
  expect(read).not.toHaveBeenCalled();
  expect(decode).not.toHaveBeenCalled();
});

test('an upload is refused unread if even half of the announced bytes pass what is left of the storage', async () => {
  await fill(100_000);
  await expect(upload({}, 250_000)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(read).not.toHaveBeenCalled();
  // In UTF-16, it may be a text of half as many bytes.
  await expect(upload({}, 150_000)).resolves.toMatchObject({ status: 'QUEUED' });
});

test('a repeated call gets its job whatever its account can still take, until its key is 24 hours old', async () => {
  const { id } = await upload({ idempotencyKey: 'one' });
  await fill();
  expect((await upload({ idempotencyKey: 'one' })).id).toBe(id);
  read.mockClear();
  await expect(upload({ idempotencyKey: 'two' })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  system.clock.moveTo(system.clock.now() + limits.idempotency.lifetime);
  await expect(upload({ idempotencyKey: 'one' })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(read).not.toHaveBeenCalled();
});

test('the limit counts the jobs that wait now, and none that has ended', async () => {
  const bound = async (): Promise<number> =>
    (await system.base.db.prisma.account.findUniqueOrThrow({ where: { id: viewer().accountId } }))
      .openJobsAtMost;
  // As in an account of a database that has just been migrated.
  await change({ openJobsAtMost: 1_000_000 });
  await fillLine();
  await expect(upload()).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  await system.finish();
  for (let round = 0; round < 3; round += 1) {
    await upload();
    await system.finish();
  }
  expect(await bound()).toBe(1);
  await expectStoredBytes(system.base.db.sql);
});
