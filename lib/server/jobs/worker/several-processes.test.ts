import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';

const one: Omit<StartInput, 'name' | 'input'> = {
  steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }],
};

describe.runIf(onPostgres)('several processes', () => {
  let system: JobSystem;
  beforeEach(async () => {
    system = await JobSystem.open(['plan_enterprise', 'plan_enterprise', 'plan_enterprise']);
  });
  afterEach(() => system.close());

  const callsIn = (index: number) => system.processes[index]?.gate.waiting.length ?? 0;
  const turnsOf = async () =>
    (await system.rows<{ queueState: string }>(Prisma.sql`SELECT "queueState" FROM "Job" ORDER BY "id"`)).map(
      ({ queueState }) => queueState,
    );

  test('a process that runs no jobs leaves them to another process, which begins without a look', async () => {
    await system.start();
    await system.start({ runsJobs: false });
    await system.connected();
    await system.enqueue(0, one);
    await expect.poll(() => callsIn(0)).toBe(1);
    expect(callsIn(1)).toBe(0);
  });

  test('a caller of one process gets its response when another process has ended the job', async () => {
    await system.start();
    await system.start({ runsJobs: false });
    await system.connected();
    const [viewer] = system.viewers;
    if (!viewer) throw new Error('There is no account.');
    const job = orchestrate(system.process.ctx, viewer, { input: 'The arm stops.', ...one }, {});
    await expect.poll(() => callsIn(0)).toBe(1);
    system.processes[0]?.gate.open();
    expect((await job).status).toBe('COMPLETED');
  });

  test('a server that runs no jobs says after eight seconds that no worker is alive, until one starts', async () => {
    let seconds = 0;
    system.base.elapsed = () => seconds * 1_000;
    await system.start({ runsJobs: false });
    const { workers } = system.process.runtime;
    const after = async (passed: number) => {
      seconds += passed;
      vi.advanceTimersByTime(2_000);
      await system.settle();
    };
    await after(7);
    expect([workers.alive, workers.areMissing]).toEqual([0, false]);
    await after(1);
    expect([workers.alive, workers.areMissing]).toEqual([0, true]);
    await system.start();
    await expect.poll(() => after(2).then(() => [workers.alive, workers.areMissing])).toEqual([1, false]);
  });

  test("one process's measurements of a model count in the others from their next heartbeat on", async () => {
    await system.start();
    await system.start();
    const [one, other] = system.processes.map(({ runtime }) => runtime);
    one?.engine.measurements.add('sandbox/fast', { failed: false, milliseconds: 700 });
    await one?.worker.heartbeat.send();
    await other?.worker.heartbeat.send();
    expect(other?.engine.measurements.latency('sandbox/fast')).toBe(700);
    await one?.stop();
    await other?.worker.heartbeat.send();
    expect(other?.engine.measurements.latency('sandbox/fast')).toBeUndefined();
  });

  test('a cancellation reaches the process that runs the job without a look', async () => {
    await system.start();
    await system.start({ runsJobs: false });
    await system.connected();
    const { id } = await system.enqueue(0, one);
    await expect.poll(() => callsIn(0)).toBe(1);
    expect(await system.cancel(0, id)).toMatchObject({ status: 'CANCELED', attempts: 1 });
  });

  test('a job that no process has taken yet is canceled at once, and never runs', async () => {
    await system.start({ runsJobs: false });
    const { id } = await system.enqueue(0, one);
    expect(await turnsOf()).toEqual(['DISPATCHED']);
    expect(await system.cancel(0, id)).toMatchObject({ status: 'CANCELED', attempts: 0 });
    await system.start();
    await system.settle();
    expect(system.calls).toEqual([]);
  });

  test('jobs for which a process has no place run in another one, no job in both', async () => {
    await system.start();
    const enqueue = (account: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => system.enqueue(account, one)));
    await enqueue(0, 120);
    await enqueue(1, 120);
    await system.settle();
    expect(callsIn(0)).toBe(192);
    await system.start();
    await expect.poll(() => callsIn(1)).toBe(48);
    await system.finish();
    expect(system.calls).toHaveLength(240);
  });

  test('jobs that were left while no process listened are found by the next look', async () => {
    await system.start();
    await system.settle();
    await system.start({ runsJobs: false });
    system.process.db.signals.send = () => {};
    await system.enqueue(0, one);
    await system.settle();
    expect(callsIn(0)).toBe(0);
    await system.pass(500);
    await expect.poll(() => callsIn(0)).toBe(1);
  });

  test.each([0, 1, 2])(
    'account %i, which another transaction holds, keeps no other one waiting',
    async (index) => {
      // Of three accounts, two share the engine's transactions.
      await system.start();
      let release = () => {};
      let hold = () => {};
      const isHeld = new Promise<void>((resolve) => {
        hold = resolve;
      });
      const untilReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const other = system.process.db.write(
        async () => {
          hold();
          await untilReleased;
        },
        { accountId: system.viewers[index]?.accountId },
      );
      await isHeld;
      const stored: number[] = [];
      const all = [0, 1, 2, index].map(async (account) => {
        await system.enqueue(account, one);
        stored.push(account);
      });
      const others = [0, 1, 2].filter((account) => account !== index);
      await expect.poll(() => [...stored].sort(), { timeout: 3_000 }).toEqual(others);
      release();
      await Promise.all([other, ...all]);
      expect([...stored].sort()).toEqual([...others, index, index].sort());
      await system.finish();
      expect(system.calls).toHaveLength(4);
    },
  );
});
