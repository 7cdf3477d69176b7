import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelBulkRun } from '@/lib/server/bulk/cancel-bulk-run';
import { getBulkRun } from '@/lib/server/bulk/get-bulk-run';
import type { BulkStart } from '@/lib/server/bulk/plan-rows';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { continueBulkRun, retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import { startBulkWorkflow } from '@/lib/server/bulk/start-bulk-workflow';
import { serveFile } from '@/lib/server/files/serve-file';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { listRunMessages } from '@/lib/server/webhooks/list-deliveries';
import { listWebhookEndpoints } from '@/lib/server/webhooks/list-webhook-endpoints';
import { resendDelivery } from '@/lib/server/webhooks/resend-and-test';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { uploadRows } from '@/testing/bulk-run';
import { openReceiver, type Receiver } from '@/testing/webhooks/open-receiver';
import { openWebhookWorld, type WebhookWorld } from '@/testing/webhooks/webhook-world';

// Messages on bulk runs, from the start of a run to a receiver on loopback.

const DAY = 24 * 3_600_000;

let world: WebhookWorld;
let receiver: Receiver;
beforeEach(async () => {
  world = await openWebhookWorld(2);
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  await world.close();
});

const viewer = (account = 0) => {
  const found = world.viewers[account];
  if (!found) throw new Error('There is no such account.');
  return found;
};

const step = { task: 'generation', input: '{{ variables.text }}' };
const steps = [
  { ...step, id: 'check', model: 'sandbox/down', retries: 0, condition: 'variables.fails == "yes"' },
  { ...step, id: 'write', model: 'sandbox/fast', dependsOn: ['check'] },
];

/** A run over rows of which the last one fails. */
async function started(rows: number, more: Partial<BulkStart> = {}): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => `Rail ${row}.,${row === rows - 1 ? 'yes' : 'no'}\n`);
  const fileId = await uploadRows(world.ctx, viewer(), `text,fails\n${lines.join('')}`);
  const workflow = { name: 'Parts', steps, metadata: { order: 7 } };
  const callbacks = [{ url: receiver.url, progress: true }];
  const input = { fileId, workflow, concurrency: 1, callbacks, ...more };
  return (await startBulkWorkflow(world.ctx, viewer(), input, {})).id;
}

async function ended(id: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const { status, runningRows } = await getBulkRun(world.ctx, viewer(), id);
      if (status === 'RUNNING' || status === 'QUEUED' || runningRows > 0) throw new Error('It runs still.');
      return status;
    },
    { timeout: 60_000, interval: 20 },
  );
}

async function messages(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  await world.deliver(world.sender());
  return receiver.received.map(({ body }) => JSON.parse(body));
}

/** Sorted, because the clock doesn't run. */
const events = async (id: string) => (await listRunMessages(world.ctx, id)).map(({ event }) => event).sort();

test('a receiver gets each quarter of the rows once, and the end with a link to the sheet', async () => {
  const id = await started(8);
  expect(await ended(id)).toBe('COMPLETED_WITH_FAILURES');
  expect(await events(id)).toEqual(['ENDED', 'PROGRESS_25', 'PROGRESS_50', 'PROGRESS_75']);
  const sent = await messages();
  expect(sent.map(({ type }) => type).sort()).toEqual([
    ...['bulk.ended', 'bulk.progress', 'bulk.progress', 'bulk.progress'],
  ]);
  const end = sent.find(({ type }) => type === 'bulk.ended');
  expect(end).toEqual({
    type: 'bulk.ended',
    timestamp: world.ctx.now().toISOString(),
    data: {
      ...{ bulkJobId: id, name: 'Parts', status: 'COMPLETED_WITH_FAILURES', progress: 100 },
      ...{ totalRows: 8, heldRows: 0, pendingRows: 0, runningRows: 0, completedRows: 7, failedRows: 1 },
      ...{ canceledRows: 0, skippedRows: 0, cost: expect.any(Number), error: null, metadata: { order: 7 } },
      downloadUrl: expect.stringContaining(`/api/files/${id}?format=csv&expires=`),
    },
  });
  const limiter = new ApiLimiter({ perClient: 100, perAccount: 100 });
  const sheet = await serveFile(world.ctx, limiter, new Request(String(end?.data.downloadUrl)), id);
  expect((await sheet.text()).split('\r\n')[1]).toMatch(/^Rail 0\.,no,2,COMPLETED,/);
  expect(await listWebhookEndpoints(world.ctx, viewer(), viewer().accountId)).toMatchObject([
    { url: new URL(receiver.url).origin, delivered: 4, failed: 0 },
  ]);
});

test('a receiver that wants no progress gets each end, also that of a retry', async () => {
  const id = await started(4, { callbacks: [{ url: receiver.url }] });
  await ended(id);
  const before = await world.ctx.db.prisma.bulkRun.findUniqueOrThrow({ where: { id } });
  await retryBulkFailures(world.ctx, viewer(), id);
  await ended(id);
  expect(await events(id)).toEqual(['ENDED', 'ENDED']);
  expect((await messages()).map(({ type }) => type)).toEqual(['bulk.ended', 'bulk.ended']);
  // The first end was counted from the start on.
  const after = await world.ctx.db.prisma.bulkRun.findUniqueOrThrow({ where: { id } });
  expect(after.storedBytes - before.storedBytes).toBe(8192 + receiver.url.length);
});

test('the end of tried rows, of a stopped run, and of a canceled run is reported', async () => {
  const tried = await started(4, { tryRows: 2 });
  expect(await ended(tried)).toBe('TRIED');
  // The second row is the last one: its quarter gives way to the end.
  expect(await events(tried)).toEqual(['ENDED', 'PROGRESS_25']);
  await continueBulkRun(world.ctx, viewer(), tried);
  await ended(tried);
  expect(await events(tried)).toEqual(['ENDED', 'ENDED', 'PROGRESS_25', 'PROGRESS_50', 'PROGRESS_75']);
  const stopped = await started(4, { stopAfterCost: 1e-9, callbacks: [{ url: receiver.url }] });
  const canceled = await started(4, { callbacks: [{ url: receiver.url }] });
  await cancelBulkRun(world.ctx, viewer(), canceled);
  await ended(canceled);
  await ended(stopped);
  const sent = (await messages()).filter(({ data }) => data.bulkJobId !== tried);
  expect(sent.map(({ data }) => data.status)).toContain('CANCELED');
  expect(await events(canceled)).toEqual(['ENDED']);
  expect(await events(stopped)).toEqual(['ENDED']);
});

test('a message is sent again by its owner, and by nobody of another account', async () => {
  const id = await started(1, { callbacks: [{ url: receiver.url }] });
  await ended(id);
  await messages();
  const [callback] = await listRunMessages(world.ctx, id);
  expect(await resendDelivery(world.ctx, viewer(), callback?.id ?? '')).toMatchObject({
    ...{ runId: id, jobId: null, state: 'DELIVERED' },
    deliveries: [{ isManual: false }, { isManual: true, status: 204 }],
  });
  await expect(resendDelivery(world.ctx, viewer(1), callback?.id ?? '')).rejects.toThrow(
    'Callback not found.',
  );
});

test('addresses are checked as those of workflows are', async () => {
  const faults = async (urls: readonly string[]) => {
    const refused = started(1, { callbacks: urls.map((url) => ({ url })) });
    return refused.then(
      () => [],
      (error) => error.details.faults,
    );
  };
  expect(await faults(['ftp://example.com'])).toEqual([
    {
      ...{ path: 'callbacks[0].url', code: 'CALLBACK_INVALID' },
      message: 'The address must begin with https:// or http://.',
    },
  ]);
  expect(await faults(Array.from({ length: 11 }, () => receiver.url))).toEqual([
    { path: 'callbacks', code: 'CALLBACK_INVALID', message: 'A bulk job has at most 10 callbacks.' },
  ]);
});

test('messages count toward the storage, and leave it with the content of the run', async () => {
  const none = await started(1, { callbacks: [] });
  const some = await started(1);
  await ended(none);
  await ended(some);
  const bytesOf = async (id: string) =>
    (await world.ctx.db.prisma.bulkRun.findUniqueOrThrow({ where: { id } })).storedBytes;
  expect((await bytesOf(some)) - (await bytesOf(none))).toBe(4 * (8192 + receiver.url.length));
  world.pass(91 * DAY);
  await pruneBulk(world.ctx);
  await pruneJobs(world.ctx);
  expect(await listRunMessages(world.ctx, some)).toEqual([]);
  const { accountId: id } = viewer();
  const account = await world.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
  expect(Number(account.storedBytes)).toBe(0);
});
