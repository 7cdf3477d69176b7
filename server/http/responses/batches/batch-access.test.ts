import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { respondToBatches } from '@/lib/server/batches/respond-to-batches';
import {
  type BatchWorld,
  batchUrl,
  createBatchOver,
  endedBatch,
  errorOf,
  lineOf,
  openBatchWorld,
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

const url = batchUrl;
const upload = (lines: readonly string[], by = client) => uploadLines(lines, by);
const create = (id: string, by = client) => createBatchOver(id, by);
const ended = (id: string, by = client) => endedBatch(id, by);

describe('access', () => {
  test('a download counts as a call under way until its client has read it or has left', async () => {
    const { id } = await upload([lineOf('a')]);
    const get = () => {
      const headers = new Headers({
        authorization: `Bearer ${client.apiKey}`,
        'x-forwarded-for': '198.51.100.1',
      });
      const address = `/v1/files/${id}/content`;
      return respondToBatches(new Request(`http://localhost${address}`, { headers }), address);
    };
    const responses = await Promise.all(Array.from({ length: limits.callsUnderWay }, get));
    expect((await get()).status).toBe(429);
    await responses.shift()?.body?.cancel();
    expect(await responses.shift()?.text()).toContain('"custom_id":"a"');
    const again = [await get(), await get(), await get()];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 429]);
    for (const response of [...responses, ...again]) await response.body?.cancel();
  });

  test("no other account's and no colleague's files and batches are there", async () => {
    const file = await upload([lineOf('a')]);
    const batch = await ended((await create(file.id)).id);
    for (const user of [open.world.strangers.admin, open.world.users.colleague]) {
      const other = await open.clientOf(user);
      for (const call of [
        () => other.files.retrieve(file.id),
        () => other.files.content(file.id),
        () => other.files.content(batch.output_file_id ?? ''),
        () => other.files.delete(file.id),
        () => other.batches.retrieve(batch.id),
        () => other.batches.cancel(batch.id),
        () => create(file.id, other),
      ])
        expect(await errorOf(call)).toEqual({
          ...{ status: 404, type: 'invalid_request_error', code: 'NOT_FOUND', param: null },
        });
      const { data } = await other.batches.list();
      expect(data.map(({ id }) => id)).not.toContain(batch.id);
    }
  });

  test('reading takes the scope read, writing the scope write', async () => {
    const file = await upload([lineOf('a')]);
    const reader = await open.clientOf(open.world.users.developer, ['read']);
    expect((await reader.files.retrieve(file.id)).id).toBe(file.id);
    const writer = await open.clientOf(open.world.users.developer, ['write']);
    const { id } = await create(file.id, writer);
    for (const call of [
      () => upload([lineOf('a')], reader),
      () => create(file.id, reader),
      () => reader.batches.cancel(id),
      () => reader.files.delete(file.id),
      () => writer.batches.retrieve(id),
      () => writer.files.list(),
    ])
      expect(await errorOf(call)).toMatchObject({ status: 403, type: 'permission_error', code: 'FORBIDDEN' });
  });

  test('nothing goes without a valid token', async () => {
    for (const token of ['sy_live_unknown', 'none'])
      expect(await errorOf(() => open.at(token).batches.list())).toMatchObject({
        ...{ status: 401, type: 'authentication_error', code: 'UNAUTHENTICATED' },
      });
    expect((await fetch(`${open.origin}/v1/files`)).status).toBe(401);
  });
});

describe('requests that are refused', () => {
  const send = async (method: string, path: string) => {
    const response = await fetch(`${open.origin}${path}`, { method });
    return [response.status, response.headers.get('allow'), (await response.json()).error];
  };

  test('addresses and methods that are unknown have an error in the same form', async () => {
    const error = { type: 'invalid_request_error', param: null };
    for (const path of ['/v1', '/v1/', '/v1/models', '/v1/chat/completions', '/v1/files/a/b'])
      expect(await send('POST', path)).toEqual([
        404,
        null,
        expect.objectContaining({ ...error, code: 'NOT_FOUND' }),
      ]);
    expect(await send('PUT', '/v1/files')).toEqual([405, 'GET, POST', expect.objectContaining(error)]);
    expect(await send('OPTIONS', '/v1/batches/batch_a/cancel')).toEqual([
      405,
      'POST',
      expect.objectContaining(error),
    ]);
  });

  test('a form has one file of at most 10 MiB for batches', async () => {
    const file = await toFile(Buffer.from(lineOf('a')), 'a.jsonl');
    expect(await errorOf(() => client.files.create({ file, purpose: 'fine-tune' }))).toMatchObject({
      ...{ status: 400, param: 'purpose' },
    });
    expect(
      await errorOf(() =>
        client.files.create({
          file,
          purpose: 'batch',
          expires_after: { anchor: 'created_at', seconds: 9_000 },
        }),
      ),
    ).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    const large = await toFile(Buffer.alloc(10 * 1024 * 1024 + 1, ' '), 'a.jsonl');
    expect(await errorOf(() => client.files.create({ file: large, purpose: 'batch' }))).toMatchObject({
      ...{ status: 413, code: 'FILE_TOO_LARGE' },
    });
    expect(await errorOf(() => upload(Array.from({ length: 10_001 }, () => '{}')))).toMatchObject({
      ...{ status: 400, code: 'BULK_TOO_MANY_ROWS' },
    });
    expect(await errorOf(() => upload(['']))).toMatchObject({ status: 400, code: 'BULK_FILE_UNREADABLE' });
    const broken = await fetch(`${open.origin}/v1/files`, {
      ...{ method: 'POST', body: 'no form' },
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    expect([broken.status, (await broken.json()).error.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  test('a batch names its endpoint, its window, and a file that is kept', async () => {
    const { id: input_file_id } = await upload([lineOf('a')]);
    const body = { input_file_id, endpoint: url, completion_window: '24h' } as const;
    const refused = (more: object) => errorOf(() => client.batches.create({ ...body, ...more }));
    expect(await refused({ endpoint: '/v1/embeddings' })).toMatchObject({ status: 400, param: 'endpoint' });
    expect(await refused({ completion_window: '1h' })).toMatchObject({
      status: 400,
      param: 'completion_window',
    });
    expect(await refused({ metadata: { a: 1 } })).toMatchObject({ status: 400, param: 'metadata.a' });
    expect(await refused({ output_expires_after: { anchor: 'created_at', seconds: 9_000 } })).toMatchObject({
      status: 400,
    });
    open.api.setNow(new Date(TEST_NOW.getTime() + 7 * 24 * 3_600_000));
    const later = await open.clientOf(open.world.users.developer);
    expect(await errorOf(() => create(input_file_id, later))).toMatchObject({
      status: 400,
      code: 'BULK_FILE_EXPIRED',
    });
  });
});
