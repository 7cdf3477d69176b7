import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listDocsPages } from '@/lib/content/docs-pages';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { retryBulkFailures } from '@/lib/server/bulk/retry-bulk-failures';
import {
  type BatchWorld,
  batchUrl,
  createBatchOver,
  endedBatch,
  errorOf,
  lineOf,
  openBatchWorld,
  resultsOf,
  uploadLines,
} from '@/testing/batch-world';
import { codeSamples } from '@/testing/code-samples';
import { TEST_NOW } from '@/testing/test-server';

let open: BatchWorld;
let client: OpenAI;
beforeAll(async () => {
  open = await openBatchWorld();
  client = open.client;
});
afterAll(() => open.close());
beforeEach(() => open.api.setNow(TEST_NOW));

const url = batchUrl;
const upload = (lines: readonly string[], by = client) => uploadLines(lines, by);
const create = (id: string, by = client) => createBatchOver(id, by);
const started = async (lines: readonly string[]) => create((await upload(lines)).id);
const ended = (id: string, by = client) => endedBatch(id, by);
const results = (id: string | null | undefined, by = client) => resultsOf(id, by);

test('a batch runs from its file to its results', async () => {
  const file = await upload([
    lineOf('plain'),
    lineOf('down', { model: 'sandbox/down' }),
    '',
    lineOf('cut', { model: 'sandbox/quality', max_completion_tokens: 5, temperature: 0 }),
    lineOf('json', { response_format: { type: 'json_object' } }),
  ]);
  expect(file).toMatchObject({ object: 'file', purpose: 'batch', filename: 'requests.jsonl' });
  const created = await client.batches.create({
    ...{ input_file_id: file.id, endpoint: url, completion_window: '24h' },
    metadata: { night: '27' },
  });
  expect(created).toMatchObject({
    ...{ object: 'batch', endpoint: url, input_file_id: file.id, errors: null, status: 'in_progress' },
    ...{ request_counts: { total: 4, completed: 0, failed: 0 }, metadata: { night: '27' } },
    ...{ output_file_id: null, created_at: TEST_NOW.getTime() / 1_000 },
  });
  const batch = await ended(created.id);
  expect(batch).toMatchObject({
    ...{ status: 'completed', request_counts: { total: 4, completed: 3, failed: 1 } },
    ...{ completed_at: expect.any(Number), in_progress_at: expect.any(Number), failed_at: null },
  });

  const [plain, cut, json, ...none] = await results(batch.output_file_id);
  expect(none).toEqual([]);
  expect([plain?.custom_id, cut?.custom_id, json?.custom_id]).toEqual(['plain', 'cut', 'json']);
  const { choices = [], usage, model } = plain?.response?.body ?? {};
  expect(model).toBe('sandbox/fast');
  expect(choices[0]).toMatchObject({ index: 0, finish_reason: 'stop', message: { role: 'assistant' } });
  expect(choices[0]?.message.content).toContain('Answer in one sentence.');
  expect(choices[0]?.message.content).toContain('How heavy is the gripper?');
  expect(usage?.prompt_tokens).toBeGreaterThan(5);
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  expect(plain).toMatchObject({
    ...{ id: expect.stringMatching(/^batch_req_job_/), error: null },
    response: { status_code: 200, request_id: expect.stringMatching(/^job_/) },
  });
  expect(cut?.response?.body.choices[0]).toMatchObject({ finish_reason: 'length' });
  expect(cut?.response?.body.usage?.completion_tokens).toBeLessThanOrEqual(5);
  expect(JSON.parse(json?.response?.body.choices[0]?.message.content ?? '')).toEqual({});

  const [down] = await results(batch.error_file_id);
  expect(down).toMatchObject({ custom_id: 'down', response: null, error: { code: 'PROVIDER_UNAVAILABLE' } });
});

test('each of 500 requests has one result, in the order of the file', async () => {
  const ids = Array.from({ length: 500 }, (_, row) => `Request "${row}" \u{1F9BE}`);
  const batch = await ended((await started(ids.map((id) => lineOf(id)))).id);
  expect(batch).toMatchObject({
    status: 'completed',
    request_counts: { total: 500, completed: 500, failed: 0 },
  });
  const found = await results(batch.output_file_id);
  expect(found.map(({ custom_id }) => custom_id)).toEqual(ids);
  expect(new Set(found.map(({ id }) => id)).size).toBe(500);
  expect(batch.error_file_id).toBeNull();
});

test('a canceled batch lets the requests under way end, and begins no other', async () => {
  const { id } = await started(
    Array.from({ length: 40 }, (_, row) => lineOf(`${row}`, { model: 'sandbox/slow' })),
  );
  const canceled = await client.batches.cancel(id);
  const cancelling_at = TEST_NOW.getTime() / 1_000;
  expect(canceled).toMatchObject({
    ...{ status: 'cancelling', cancelling_at, cancelled_at: null, output_file_id: null },
  });
  open.api.setNow(new Date(TEST_NOW.getTime() + 60_000));
  const batch = await ended(id);
  expect(batch).toMatchObject({
    ...{ status: 'cancelled', cancelling_at, cancelled_at: cancelling_at + 60, completed_at: null },
  });
  const completed = batch.request_counts?.completed ?? 0;
  expect(completed).toBeGreaterThan(0);
  expect(completed).toBeLessThan(40);
  expect(await results(batch.output_file_id)).toHaveLength(completed);
  expect((await client.batches.cancel(id)).status).toBe('cancelled');
  const over = await ended((await started([lineOf('a')])).id);
  expect(await errorOf(() => client.batches.cancel(over.id))).toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });
});

test('of a canceled batch, all lines that are left run again together, or none', async () => {
  const lines = Array.from({ length: 40 }, (_, row) =>
    lineOf(`${row}`, { model: row < 2 ? 'sandbox/down' : 'sandbox/slow' }),
  );
  const { id } = await started(lines);
  await client.batches.cancel(id);
  const { status, request_counts } = await ended(id);
  expect(status).toBe('cancelled');
  const { context } = open.api;
  const { userId } = await context.db.prisma.bulkRun.findUniqueOrThrow({ where: { id } });
  const user = await context.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  await expect(
    retryBulkFailures(context, operatorViewer(user), id, { code: 'PROVIDER_UNAVAILABLE' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await client.batches.retrieve(id)).toMatchObject({ status: 'cancelled', request_counts });
});

test('a batch whose lines were all under way as it was canceled is completed once they have ended', async () => {
  const { id } = await started([lineOf('a', { model: 'sandbox/slow' })]);
  expect(await client.batches.cancel(id)).toMatchObject({ status: 'cancelling', completed_at: null });
  expect(await ended(id)).toMatchObject({
    ...{ status: 'completed', request_counts: { total: 1, completed: 1, failed: 0 } },
    ...{ cancelling_at: expect.any(Number), completed_at: expect.any(Number), cancelled_at: null },
  });
});

test('the same idempotency key creates one batch', async () => {
  const file = await upload([lineOf('a')]);
  const options = { headers: { 'idempotency-key': 'night-27' } };
  const body = { input_file_id: file.id, endpoint: url, completion_window: '24h' } as const;
  const { id } = await client.batches.create(body, options);
  expect((await client.batches.create(body, options)).id).toBe(id);
  await client.files.delete(file.id);
  expect((await client.batches.create(body, options)).id).toBe(id);
  expect(
    await errorOf(() => client.batches.create({ ...body, metadata: { a: 'b' } }, options)),
  ).toMatchObject({
    ...{ status: 409, code: 'CONFLICT' },
  });
  open.api.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000));
  const later = await open.clientOf(open.world.users.developer);
  const again = await upload([lineOf('a')], later);
  expect((await later.batches.create({ ...body, input_file_id: again.id }, options)).id).not.toBe(id);
});

test('the program of the documentation runs over its file', async () => {
  const page = listDocsPages('devdocs').find((one) => one.path === 'api/openai-batches');
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-batches-'));
  try {
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    for (const { title, code } of codeSamples(page?.source ?? ''))
      if (title) writeFileSync(path.join(folder, title), code);
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['batch.mjs'], {
      cwd: folder,
      env: { NODE_ENV: 'test', SWITCHYARD_URL: open.origin, SWITCHYARD_TOKEN: client.apiKey ?? '' },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^completed \{ total: 2, completed: 2, failed: 0 \}\n/);
    expect(stdout).toContain('"custom_id":"rail"');
    expect(stdout).toContain('How heavy is the gripper?');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
