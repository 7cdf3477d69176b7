import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelBulkRun } from '@/lib/server/bulk/cancel-bulk-run';
import { getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import { groupBulkFailures, listBulkRows, type RowPage } from '@/lib/server/bulk/list-bulk-rows';
import type { BulkStart } from '@/lib/server/bulk/plan-rows';
import { continueBulkRun, retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { listRunMessages } from '@/lib/server/webhooks/list-deliveries';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { Prisma } from '@/prisma/generated/prisma/client';
import { uploadRows } from '@/testing/bulk-run';
import { JobSystem } from '@/testing/engine/job-system';
import { onPostgres } from '@/testing/test-database';

let system: JobSystem;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro', 'plan_pro']);
  await system.start();
});
afterEach(() => system.close());

const viewer = (account = 0) => {
  const found = system.viewers[account];
  if (!found) throw new Error('There is no such account.');
  return found;
};

async function uploaded(rows: number): Promise<string> {
  const text = `name,text\n${Array.from({ length: rows }, (_, row) => `part ${row},Rail ${row}\n`).join('')}`;
  return uploadRows(system.process.ctx, viewer(), text);
}

async function started(rows: number, more: Partial<BulkStart> = {}, model = 'fast'): Promise<string> {
  const steps = [
    {
      id: 'a',
      task: 'generation',
      model: `sandbox/${model}`,
      input: '{{ variables.text }}',
      instructions: 'account 0',
    },
  ];
  const fileId = await uploaded(rows);
  const run = await startBulkWorkflow(
    system.process.ctx,
    viewer(),
    { fileId, workflow: { name: 'Parts', steps }, ...more },
    {},
  );
  await system.settle();
  return run.id;
}

const runOf = (id: string) => getBulkRun(system.process.ctx, viewer(), id);
const rows = (id: string, page: Partial<RowPage> = {}) =>
  listBulkRows(system.process.ctx, viewer(), id, { limit: 100, ...page });
const rowStates = async (id: string) =>
  (
    await system.rows<{ status: string }>(
      Prisma.sql`SELECT "status" FROM "BulkRow" WHERE "runId" = ${id} ORDER BY "position"`,
    )
  ).map(({ status }) => status);

test("each row runs as a job with its columns as variables, never more at once than the run's concurrency", async () => {
  const id = await started(10, { concurrency: 3 });
  expect(system.callsUnderWay(0)).toBe(3);
  expect(await runOf(id)).toMatchObject({
    ...{ status: 'RUNNING', totalRows: 10, runningRows: 3, pendingRows: 7, completedRows: 0, progress: 0 },
  });
  await system.finish();
  expect(await runOf(id)).toMatchObject({
    ...{ status: 'COMPLETED', runningRows: 0, pendingRows: 0, completedRows: 10, progress: 100, error: null },
  });
  const texts = system.calls.map(({ work }) => work.text);
  expect(new Set(texts)).toEqual(new Set(Array.from({ length: 10 }, (_, row) => `Rail ${row}`)));
});

test('a run whose server is killed continues, and completes each row once', async () => {
  const id = await started(20, { concurrency: 4 });
  system.process.gate.letPass(0);
  await system.settle();
  system.crash('dead');
  await system.start();
  await system.finish();
  expect(await runOf(id)).toMatchObject({ status: 'COMPLETED', completedRows: 20, failedRows: 0 });
  expect(await rowStates(id)).toEqual(Array.from({ length: 20 }, () => 'COMPLETED'));
});

test('tried rows run first, and the others once the run is continued', async () => {
  const id = await started(8, { tryRows: 5 });
  await system.finish();
  expect(await runOf(id)).toMatchObject({ status: 'TRIED', completedRows: 5, heldRows: 3 });
  await continueBulkRun(system.process.ctx, viewer(), id);
  await system.finish();
  expect(await runOf(id)).toMatchObject({ status: 'COMPLETED', completedRows: 8, heldRows: 0 });
  await expect(continueBulkRun(system.process.ctx, viewer(), id)).rejects.toThrow(
    "This run doesn't wait to be continued.",
  );
});

test('the run stops at its number of failures; its other rows wait for a retry', async () => {
  const id = await started(20, { concurrency: 2, stopAfterFailures: 3 }, 'down');
  await system.finish();
  const stopped = await runOf(id);
  expect(stopped).toMatchObject({ status: 'STOPPED', runningRows: 0, completedRows: 0 });
  expect(stopped.error?.code).toBe('BULK_STOPPED');
  expect(stopped.failedRows).toBeGreaterThanOrEqual(3);
  expect(stopped.failedRows + stopped.pendingRows).toBe(20);
  const again = await retryBulkFailures(system.process.ctx, viewer(), id);
  expect(again).toMatchObject({ status: 'RUNNING', error: null });
  expect(again.failedRows + again.pendingRows + again.runningRows).toBe(20);
});

test('a canceled run keeps its results, and its running rows end', async () => {
  const id = await started(10, { concurrency: 2 });
  await cancelBulkRun(system.process.ctx, viewer(), id);
  expect(await runOf(id)).toMatchObject({ status: 'CANCELED', runningRows: 2, finishedAt: null });
  const canceledAt = system.process.ctx.now();
  await system.pass(60_000);
  await system.finish();
  expect(await runOf(id)).toMatchObject({ status: 'CANCELED', completedRows: 2, pendingRows: 8 });
  const { stoppedAt, finishedAt } = await system.process.ctx.db.prisma.bulkRun.findUniqueOrThrow({
    where: { id },
  });
  expect(stoppedAt).toEqual(canceledAt);
  expect(finishedAt?.getTime()).toBeGreaterThan(canceledAt.getTime());
});

test('the end of a run is reported once, after its last row under way, and no progress follows it', async () => {
  const callbacks = [{ url: 'https://example.com/hook', progress: true }];
  const { ctx } = system.process;
  const messages = async (id: string) => (await listRunMessages(ctx, id)).map(({ event }) => event).sort();
  const id = await started(8, { concurrency: 4, callbacks });
  await cancelBulkRun(ctx, viewer(), id);
  expect(await messages(id)).toEqual([]);
  for (const left of [3, 2, 1]) {
    system.process.gate.letPass(0);
    await system.settle();
    expect([(await runOf(id)).runningRows, await messages(id)]).toEqual([left, []]);
  }
  await system.finish();
  expect([(await runOf(id)).status, await messages(id)]).toEqual(['CANCELED', ['ENDED']]);
  const stopped = await started(8, { concurrency: 2, stopAfterFailures: 2, callbacks }, 'down');
  await system.finish();
  expect((await runOf(stopped)).status).toBe('STOPPED');
  const found = await listRunMessages(ctx, stopped);
  expect(found.filter(({ event }) => event === 'ENDED')).toHaveLength(1);
  await retryBulkFailures(ctx, viewer(), stopped);
  await system.finish();
  expect((await messages(stopped)).filter((event) => event === 'ENDED')).toHaveLength(2);
});

test("another account's job starts during a run, and a single job of the same account goes first", async () => {
  await started(50, { concurrency: 16 });
  const one = { steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast' }] };
  await system.enqueue(1, one);
  await system.enqueue(0, one);
  await system.settle();
  expect(system.callsUnderWay(1)).toBe(1);
  expect(system.callsUnderWay(0)).toBe(17);
});

test('rows are read in the order of the file, with their results, by pages in both directions', async () => {
  const id = await started(10, { concurrency: 4 });
  await system.finish();
  const all = await rows(id);
  expect(all.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(all[3]).toMatchObject({ status: 'COMPLETED', error: null });
  const budget = new ContentBudget();
  expect(await all[3]?.values(budget)).toEqual({ name: 'part 3', text: 'Rail 3' });
  expect(await Promise.all(all.map((row) => row.result(budget)))).not.toContain(null);
  const ids = async (page: Partial<RowPage>) => (await rows(id, page)).map((row) => row.id);
  const [, , third, , , sixth] = all;
  const middle = all.slice(3, 5).map((row) => row.id);
  expect(await ids({ limit: 2, after: third?.id ?? '' })).toEqual(middle);
  expect(await ids({ limit: 2, before: sixth?.id ?? '' })).toEqual(middle);
  const beyond = all[0]?.id.replace(/0$/, '10') ?? '';
  for (const cursor of ['row_unknown_3', beyond, beyond.replace(/10$/, '9007199254740991'), id])
    for (const name of ['after', 'before'])
      await expect(rows(id, { [name]: cursor })).rejects.toThrow("The cursor isn't in this list.");
  expect(await ids({ after: all[9]?.id ?? '' })).toEqual([]);
});

test('failures are grouped by their code, each with an example', async () => {
  const id = await started(6, {}, 'down');
  await system.finish();
  expect(await groupBulkFailures(system.process.ctx, viewer(), id)).toMatchObject([
    { count: 6, example: { line: 2, error: { stepId: 'a' } } },
  ]);
});

test.runIf(onPostgres)(
  'two processes share the rows of a run: none runs twice, never more than it may, and it never stalls',
  async () => {
    await system.start();
    await system.connected();
    for (const { runtime } of system.processes) await runtime.worker.heartbeat.send();
    const id = await started(40, { concurrency: 8 });
    const callsIn = () => system.processes.map(({ gate }) => gate.waiting.length);
    await expect.poll(callsIn, { timeout: 5_000 }).toEqual([4, 4]);
    for (let ended = 0; ended < 40; ended += 4) {
      // Both end two at the same moment.
      for (const place of [0, 0]) for (const { gate } of system.processes) gate.letPass(place);
      const left = Math.min(8, 40 - ended - 4);
      await expect.poll(() => callsIn().reduce((sum, calls) => sum + calls), { timeout: 5_000 }).toBe(left);
      await system.settle();
      const states = await rowStates(id);
      const count = (status: string) => states.filter((each) => each === status).length;
      expect([count('RUNNING'), count('COMPLETED')]).toEqual([left, ended + 4]);
      expect(await runOf(id)).toMatchObject({
        ...{ runningRows: left, pendingRows: count('PENDING'), completedRows: ended + 4 },
      });
    }
    expect((await runOf(id)).status).toBe('COMPLETED');
    expect(system.calls).toHaveLength(40);
    for (const { provider } of system.processes) expect(provider.calls.length).toBeGreaterThan(10);
  },
);
