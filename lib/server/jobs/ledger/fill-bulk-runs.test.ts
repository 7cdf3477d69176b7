import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Viewer } from '@/lib/server/auth/viewer';
import { findSheet } from '@/lib/server/bulk/find-sheet';
import { getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import { listBulkRows } from '@/lib/server/bulk/list-bulk-rows';
import type { BulkStart } from '@/lib/server/bulk/plan-rows';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { uploadRows } from '@/testing/bulk-run';
import { JobSystem } from '@/testing/engine/job-system';

// Bulk runs whose stored rows were damaged: by a disk, or by hand.

let system: JobSystem;
let viewer: Viewer;
beforeEach(async () => {
  system = await JobSystem.open(['plan_pro', 'plan_pro']);
  await system.start();
  [viewer] = system.viewers as [Viewer];
});
afterEach(() => system.close());

async function started(rows: number, more: Partial<BulkStart>): Promise<{ id: string; fileId: string }> {
  const { ctx } = system.process;
  const lines = Array.from({ length: rows }, (_, row) => `Rail ${row}\n`);
  const fileId = await uploadRows(ctx, viewer, `text\n${lines.join('')}`);
  const step = { id: 'a', task: 'generation', model: 'sandbox/fast', input: '{{ variables.text }}' };
  const workflow = { name: 'Parts', steps: [{ ...step, instructions: 'account 0' }] };
  const { id } = await startBulkWorkflow(ctx, viewer, { fileId, workflow, ...more }, {});
  await system.settle();
  return { id, fileId };
}

const damage = (fileId: string, positions: readonly number[]) =>
  system.process.ctx.db.write((tx) =>
    tx.bulkFileRow.updateMany({
      where: { fileId, position: { in: [...positions] } },
      data: { values: '{"text": "Rai' },
    }),
  );

const unreadable = {
  ...{ status: 'FAILED', jobId: null },
  error: {
    code: 'STORED_RESULT_INVALID',
    message: "The stored row can't be read. Upload the file again.",
    stepId: null,
  },
};

test('a damaged row fails with the reason; the other rows, and the jobs of other accounts, complete', async () => {
  const { ctx } = system.process;
  const { id, fileId } = await started(6, { concurrency: 1 });
  await damage(fileId, [1, 2, 5]);
  const other = await system.enqueue(1, {
    steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast', input: 'It stalls.' }],
  });
  await system.finish();
  const run = await getBulkRun(ctx, viewer, id);
  expect(run).toMatchObject({ status: 'COMPLETED_WITH_FAILURES', completedRows: 3, failedRows: 3 });
  const job = await ctx.db.prisma.job.findUniqueOrThrow({ where: { id: other.id } });
  expect(job.status).toBe('COMPLETED');
  const rows = await listBulkRows(ctx, viewer, id, { limit: 10 });
  const completed = { status: 'COMPLETED' };
  expect(rows).toMatchObject([completed, unreadable, unreadable, completed, completed, unreadable]);
  const values = await Promise.all(rows.map((row) => row.values(new ContentBudget())));
  expect(values.map((each) => each?.text ?? null)).toEqual(['Rail 0', null, null, 'Rail 3', 'Rail 4', null]);
  const sheet = await findSheet(ctx, id, {}, {});
  const csv = Buffer.concat(await Array.fromAsync(sheet.read())).toString();
  expect(csv.match(/STORED_RESULT_INVALID/g)).toHaveLength(3);
});

test('a run ends whose waiting rows are all damaged, however many they are', async () => {
  const { id, fileId } = await started(250, { concurrency: 1 });
  await damage(
    fileId,
    Array.from({ length: 249 }, (_, row) => row + 1),
  );
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer, id)).toMatchObject({
    ...{
      status: 'COMPLETED_WITH_FAILURES',
      completedRows: 1,
      failedRows: 249,
      pendingRows: 0,
      runningRows: 0,
    },
  });
});

test('damaged rows count toward the failures that stop a run', async () => {
  const { id, fileId } = await started(6, { concurrency: 1, stopAfterFailures: 2 });
  await damage(fileId, [1, 2]);
  await system.finish();
  expect(await getBulkRun(system.process.ctx, viewer, id)).toMatchObject({
    ...{ status: 'STOPPED', completedRows: 1, failedRows: 2, pendingRows: 3 },
    error: { code: 'BULK_STOPPED', message: '2 rows failed.' },
  });
});

test.each(['{"name": "Par', '{}', '{"variables":{},"steps":[]}', '{"variables":{},"steps":[null]}'])(
  'a run whose stored workflow is %s stops with the reason',
  async (workflow) => {
    const { ctx } = system.process;
    const { id } = await started(3, { concurrency: 1 });
    await ctx.db.write((tx) => tx.bulkRun.update({ where: { id }, data: { workflow } }));
    await system.finish();
    expect(await getBulkRun(ctx, viewer, id)).toMatchObject({
      ...{ status: 'STOPPED', completedRows: 1, pendingRows: 2, runningRows: 0 },
      error: {
        code: 'STORED_RESULT_INVALID',
        message: "The stored workflow of the run can't be read. Start another run.",
      },
    });
  },
);
