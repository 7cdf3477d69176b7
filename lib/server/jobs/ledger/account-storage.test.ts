import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storageBytesOf } from '@/lib/config/plans';
import type { CallbackInput } from '@/lib/engine/workflow';
import { getJob } from '@/lib/server/workflows/get-job';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { enqueueWorkflow, type StartOptions } from '@/lib/server/workflows/start-workflow';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { type Account, type Job, Prisma } from '@/prisma/generated/prisma/client';
import { JobSystem } from '@/testing/engine/job-system';
import { expectStoredBytes } from '@/testing/engine/stored-bytes';
import { onPostgres } from '@/testing/test-database';

const DAY = 86_400_000;
const steps = (...models: string[]) =>
  models.map((model, index) => ({ id: `s${index}`, task: 'generation', model: `sandbox/${model}` }));

let system: JobSystem;
const open = async () => {
  system = await JobSystem.open(['plan_basic']);
  await system.start();
};
beforeEach(open);
afterEach(() => system.close());

const viewer = () => {
  const [first] = system.viewers;
  if (!first) throw new Error('There is no viewer.');
  return first;
};
const callbacks = [
  { status: 'COMPLETED' as const, url: 'https://example.com/größe' },
  { status: 'FAILED' as const, url: 'https://example.com/failed' },
];
interface Enqueued extends StartOptions {
  metadata?: unknown;
  text?: string;
  callbacks?: readonly CallbackInput[];
}
const enqueue = (models: string[], { metadata, text, callbacks: called, ...rest }: Enqueued = {}) => {
  const file = text === undefined ? null : { read: async () => new File([text], 'notes.txt') };
  const input = {
    input: file ? null : 'The arm stops.',
    metadata,
    callbacks: called,
    steps: steps(...models),
  };
  return enqueueWorkflow(system.process.ctx, viewer(), input, { file, ...rest });
};
const rowOf = async (id: string): Promise<Job | undefined> =>
  (await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" WHERE "id" = ${id}`))[0];
const stored = async (): Promise<number> => {
  const [account] = await system.rows<Account>(Prisma.sql`SELECT * FROM "Account"`);
  return Number(account?.storedBytes);
};
const prune = (days: number) =>
  pruneJobs({ ...system.process.ctx, now: () => new Date(system.clock.now() + days * DAY) });
const fill = (leaving: number) =>
  system.base.db.write((tx) =>
    tx.account.update({
      where: { id: viewer().accountId },
      data: { storedBytes: storageBytesOf('plan_basic') - leaving },
    }),
  );

const place = fc.nat(20);
const models = fc.array(fc.constantFrom('fast', 'flaky', 'limited', 'down'), { minLength: 1, maxLength: 3 });
const key = fc.option(fc.constantFrom('one', 'two'), { nil: null });

/** Events in the life of jobs, each with its name for a counterexample. */
const happening = fc.oneof(
  fc.record({ models, key, text: fc.option(fc.constantFrom('', 'Grüße 😀', 'x'.repeat(70_000))) }),
  fc.record({ models: fc.tuple(models, models, models) }),
  fc.record({ callEnds: place }),
  fc.record({ cancel: place }),
  fc.record({ delete: place }),
  fc.record({ prune: fc.constantFrom(1, 8) }),
  fc.record({ pass: fc.constantFrom(5_000, 61_000) }),
  fc.record({ crash: fc.constantFrom('dead' as const, 'given up' as const) }),
  fc.constant({ restart: true as const }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** A caller's mistake changes nothing. */
const unlessRefused = (work: Promise<unknown>) =>
  work.catch((error: { code?: string }) => {
    if (error.code !== 'CONFLICT') throw error;
  });

async function happens(what: Happening): Promise<void> {
  const jobs = await system.rows<Job>(Prisma.sql`SELECT * FROM "Job" ORDER BY "createdAt", "id"`);
  const chosen = (index: number) => jobs[index % Math.max(1, jobs.length)];
  if ('text' in what) {
    const options = { idempotencyKey: what.key, metadata: { note: 'Größe' }, callbacks };
    await unlessRefused(enqueue(what.models, what.text === null ? options : { ...options, text: what.text }));
  } else if ('models' in what) await Promise.all(what.models.map((list) => enqueue(list)));
  else if ('callEnds' in what) system.process.gate.letPass(what.callEnds);
  else if ('cancel' in what) {
    const job = chosen(what.cancel);
    if (job) await unlessRefused(system.cancel(0, job.id));
  } else if ('delete' in what) {
    const job = chosen(what.delete);
    if (job) await unlessRefused(system.delete(0, job.id));
  } else if ('prune' in what) await prune(what.prune);
  else if ('pass' in what) await system.pass(what.pass);
  else if ('crash' in what) {
    system.crash(what.crash);
    await system.start();
  } else {
    await system.stop();
    await system.start();
  }
}

test('whatever happens to jobs, an account stores the sum of the texts that are kept, and a constant per row', async () => {
  await system.close();
  await fc.assert(
    fc
      .asyncProperty(fc.array(happening, { maxLength: 25 }), async (list) => {
        await open();
        for (const what of list) {
          await happens(what);
          await system.settle();
          await expectStoredBytes(system.base.db.sql);
        }
        await system.pass(1);
        await system.finish();
        await expectStoredBytes(system.base.db.sql);
        await prune(8);
        await expectStoredBytes(system.base.db.sql);
        expect(await stored()).toBe(0);
      })
      .afterEach(() => system.close()),
    { numRuns: onPostgres ? 8 : 25 },
  );
  await open();
}, 300_000);

test("jobs of one commit see each other's bytes: a job that would exceed the quota is refused", async () => {
  const { id } = await enqueue(['fast']);
  const bytes = (await rowOf(id))?.storedBytes ?? 0;
  await fill(2 * bytes);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => enqueue(['fast'])));
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled'],
    ...['rejected', 'rejected', 'rejected'],
  ]);
  expect(results.at(-1)).toMatchObject({
    reason: {
      code: 'STORAGE_FULL',
      message: expect.stringContaining('storage: 0 bytes of 256 MiB are left. Delete jobs'),
    },
  });
  expect(await stored()).toBe(storageBytesOf('plan_basic'));
});

test('a job that is canceled before it begins loses its content at once, and its rows are pruned', async () => {
  // The plan lets two steps run at once: the third job waits.
  await enqueue(['fast']);
  await enqueue(['fast']);
  const before = await stored();
  const options = { text: 'x'.repeat(1_000_000), metadata: { ticket: 7 }, idempotencyKey: 'one' };
  const { id } = await enqueue(['fast'], options);
  expect(await stored()).toBeGreaterThan(before + 1_000_000);
  const canceled = await system.cancel(0, id);
  expect(canceled).toMatchObject({ status: 'CANCELED', isPruned: true });
  expect(await canceled.metadata(new ContentBudget())).toEqual({ ticket: 7 });
  expect(await rowOf(id)).toMatchObject({ workflow: null });
  expect(await system.rows(Prisma.sql`SELECT 1 FROM "JobFile"`)).toEqual([]);
  expect(await stored()).toBeLessThan(before + 2_000);
  expect((await enqueue(['fast'], options)).id).toBe(id);

  expect(await prune(6)).toBe(0);
  expect(await prune(8)).toBe(1);
  expect(await rowOf(id)).toBeUndefined();
  expect(await stored()).toBe(before);
  await expect(getJob(system.process.ctx, viewer(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a job that begins while the storage is full fails before a model is called; a job already running continues', async () => {
  // The plan lets two steps run at once: the third job waits.
  const jobs = await Promise.all(['first', 'second', 'third'].map(() => enqueue(['fast'])));
  await fill(0);
  await system.finish();
  const ended = await Promise.all(jobs.map(({ id }) => rowOf(id)));
  const failed = ended.filter((job) => job?.status === 'FAILED');
  expect(failed.map((job) => [job?.errorCode, job?.attempts])).toEqual([['OUTPUT_TOO_LARGE', 0]]);
  expect(ended.filter((job) => job?.status === 'COMPLETED')).toHaveLength(2);
  expect(system.calls).toHaveLength(2);
});

test('an account over the quota of its new plan keeps its jobs, and only new ones are refused', async () => {
  const { id } = await enqueue(['fast'], { text: 'Notes.' });
  await fill(-1);
  await expect(enqueue(['fast'])).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await system.finish();
  expect(await prune(0)).toBe(0);
  expect(await getJob(system.process.ctx, viewer(), id)).toMatchObject({
    status: 'COMPLETED',
    isPruned: false,
  });
});
