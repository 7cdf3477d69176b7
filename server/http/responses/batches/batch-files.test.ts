import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import {
  type BatchWorld,
  createBatchOver,
  endedBatch,
  errorOf,
  lineOf,
  openBatchWorld,
  resultsOf,
  uploadLines,
} from '@/testing/batch-world';
import { TEST_NOW } from '@/testing/test-server';

let open: BatchWorld;
let client: OpenAI;
beforeAll(async () => {
  open = await openBatchWorld();
  client = open.client;
});
afterAll(() => open.close());
beforeEach(() => open.api.setNow(TEST_NOW));

const upload = (lines: readonly string[], by = client) => uploadLines(lines, by);
const create = (id: string, by = client) => createBatchOver(id, by);
const ended = (id: string, by = client) => endedBatch(id, by);
const results = (id: string | null | undefined, by = client) => resultsOf(id, by);

test('batches and files are listed by pages, the newest first', async () => {
  const own = await open.clientOf(open.world.users.colleague);
  const batches: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    open.api.setNow(new Date(TEST_NOW.getTime() + index * 1_000));
    batches.unshift((await create((await upload([lineOf('a')], own)).id, own)).id);
  }
  const listed: string[] = [];
  for await (const { id } of own.batches.list({ limit: 2 })) listed.push(id);
  expect(listed).toEqual(batches);
  const files: string[] = [];
  for await (const { id } of own.files.list({ limit: 2, order: 'asc' })) files.push(id);
  expect(files).toHaveLength(5);
  expect((await own.batches.retrieve(batches[0] ?? '')).input_file_id).toBe(files[4]);
  expect((await own.files.list({ purpose: 'batch_output' })).data).toEqual([]);
  expect(await errorOf(() => own.batches.list({ after: 'batch_none' }))).toMatchObject({
    status: 400,
    param: 'after',
  });
  expect(await errorOf(() => own.batches.list({ limit: 101 }))).toMatchObject({
    status: 400,
    param: 'limit',
  });
});

test("a file's content is its lines, and its results know their size", async () => {
  const lines = [
    lineOf('a "quoted" ä \u{1F9BE}'),
    lineOf('down', { model: 'sandbox/down' }),
    lineOf('b', { messages: [{ role: 'user', content: 'ä'.repeat(200_000) }] }),
    lineOf('c'),
  ];
  const file = await upload(lines);
  expect(await (await client.files.content(file.id)).text()).toBe(`${lines.join('\n')}\n`);
  const batch = await ended((await create(file.id)).id);
  for (const id of [batch.output_file_id ?? '', batch.error_file_id ?? '']) {
    const file = await client.files.retrieve(id);
    const content = await (await client.files.content(id)).arrayBuffer();
    expect(file).toMatchObject({ purpose: 'batch_output', bytes: content.byteLength });
  }
});

test('a deleted file is gone, and its batch keeps its results', async () => {
  const file = await upload([lineOf('a')]);
  const batch = await ended((await create(file.id)).id);
  expect(await client.files.delete(file.id)).toMatchObject({ id: file.id, deleted: true });
  for (const call of [
    () => client.files.retrieve(file.id),
    () => client.files.delete(file.id),
    () => create(file.id),
  ])
    expect(await errorOf(call)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const unused = await upload([lineOf('b')]);
  await client.files.delete(unused.id);
  const events = await open.api.context.db.prisma.auditEvent.findMany({ where: { entityId: unused.id } });
  expect(events.map(({ action }) => action)).toEqual(['bulk_file.upload', 'bulk_file.delete']);
  await pruneBulk(open.api.context);
  expect(await open.api.context.db.prisma.bulkFile.count({ where: { id: unused.id } })).toBe(0);
  const [line] = await results(batch.output_file_id);
  expect(line?.custom_id).toBe('a');
  expect(await errorOf(() => client.files.delete(batch.output_file_id ?? ''))).toMatchObject({ status: 409 });
  await deleteJob(
    open.api.context,
    operatorViewer(open.world.users.developer),
    line?.response?.request_id ?? '',
  );
  expect(await results(batch.output_file_id)).toMatchObject([
    { custom_id: 'a', response: null, error: { code: 'FILE_DELETED' } },
  ]);
  const { bytes } = await client.files.retrieve(batch.output_file_id ?? '');
  const content = await (await client.files.content(batch.output_file_id ?? '')).arrayBuffer();
  expect(bytes).toBe(content.byteLength);
});
