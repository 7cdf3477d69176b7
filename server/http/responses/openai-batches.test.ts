import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listDocsPages } from '@/lib/content/docs-pages';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { runtime } from '@/lib/server/runtime/runtime';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import { refuseInvalid } from '@/server/http/requests/refuse-invalid';
import { serveApi } from '@/server/http/responses/api-endpoint';
import { codeSamples } from '@/testing/code-samples';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, type TestWorld } from '@/testing/test-world';

// OpenAI's own client against the server's endpoints, over HTTP, with the sandbox's models and a real database.

let api: TestServer;
let world: TestWorld;
let server: Server;
let origin: string;
/** The developer's, with a key that may read and write. */
let client: OpenAI;

beforeAll(async () => {
  api = await openTestServer();
  await api.context.workflows?.start();
  world = await createTestWorld(api.context);
  runtime.api = {
    context: api.context,
    signInLimiter: new SignInLimiter(),
    emailLimiter: new EmailLimiter(),
    apiLimiter: new ApiLimiter({ perClient: 100_000, perAccount: 100_000 }),
    workflows: workflowsOf(api.context),
    close: async () => {},
  };
  server = createServer(async (request, response) => {
    request.headers['x-forwarded-for'] = '203.0.113.7';
    if (refuseInvalid(request, response)) return;
    if (!(await serveApi(request, response))) response.writeHead(404).end('not the API');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = await clientOf(world.users.developer);
});
afterAll(async () => {
  delete runtime.api;
  server.closeAllConnections();
  server.close();
  await api.close();
});
beforeEach(() => api.setNow(TEST_NOW));

const at = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });

async function clientOf(
  user: TestWorld['users']['developer'],
  scopes: ('read' | 'write')[] = ['read', 'write'],
): Promise<OpenAI> {
  return at((await keyOf(api.context, user, scopes)).rawKey);
}

const url = '/v1/chat/completions';
const messages = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'How heavy is the gripper?' },
];
const lineOf = (custom_id: string, body: object = {}, more: object = {}) =>
  JSON.stringify({
    ...{ custom_id, method: 'POST', url, body: { model: 'sandbox/fast', messages, ...body } },
    ...more,
  });

const upload = async (lines: readonly string[], by = client) =>
  by.files.create({ file: await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl'), purpose: 'batch' });
const create = (input_file_id: string, by = client) =>
  by.batches.create({ input_file_id, endpoint: url, completion_window: '24h' });
const started = async (lines: readonly string[]) => create((await upload(lines)).id);

async function ended(id: string, by = client): Promise<OpenAI.Batch> {
  for (;;) {
    const batch = await by.batches.retrieve(id);
    if (!['in_progress', 'cancelling'].includes(batch.status)) return batch;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

interface ResultLine {
  id: string;
  custom_id: string;
  response: { status_code: number; request_id: string; body: OpenAI.ChatCompletion } | null;
  error: { code: string; message: string } | null;
}

async function results(id: string | null | undefined, by = client): Promise<ResultLine[]> {
  const text = await (await by.files.content(id ?? '')).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const errorOf = (call: () => PromiseLike<unknown>) =>
  Promise.resolve(call()).then(
    () => {
      throw new Error('It succeeded.');
    },
    (error: InstanceType<typeof OpenAI.APIError>) => ({
      status: error.status,
      type: error.type,
      code: error.code,
      param: error.param,
    }),
  );

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

describe('a file with faults', () => {
  const faults: [name: string, line: string, param: string | null, code: string, message: string][] = [
    ['no JSON', '{"custom_id": ', null, 'invalid_json_line', "The line isn't JSON."],
    [
      'a list',
      '[]',
      null,
      'invalid_value',
      'The line must be an object with custom_id, method, url, and body.',
    ],
    [
      'no custom_id',
      JSON.stringify({ method: 'POST', url, body: { model: 'sandbox/fast', messages } }),
      'custom_id',
      'missing_required_parameter',
      'custom_id is required.',
    ],
    [
      'the same custom_id',
      lineOf('first'),
      'custom_id',
      'duplicate_custom_id',
      'The custom_id is that of line 1.',
    ],
    ['another method', lineOf('1', {}, { method: 'GET' }), 'method', 'invalid_value', 'method must be POST.'],
    [
      'another address',
      lineOf('2', {}, { url: '/v1/embeddings' }),
      'url',
      'invalid_value',
      'url must be /v1/chat/completions.',
    ],
    [
      'an unknown model',
      lineOf('3', { model: 'sandbox/fats' }),
      'body.model',
      'model_not_found',
      'There is no model named sandbox/fats. Did you mean sandbox/fast?',
    ],
    [
      'a provider that is missing',
      lineOf('4', { model: 'openai/gpt-9' }),
      'body.model',
      'provider_not_configured',
      "The provider openai isn't set up on this server. Those that are: sandbox.",
    ],
    [
      'a reply that is too long',
      lineOf('5', { max_tokens: 900_000 }),
      'body.max_tokens',
      'invalid_value',
      expect.stringContaining('No model that this step may call gives more than'),
    ],
    [
      'a parameter that the engine has not',
      lineOf('6', { stop: ['.'] }),
      'body.stop',
      'unsupported_parameter',
      "body.stop isn't supported. Leave it out.",
    ],
    [
      'several replies',
      lineOf('7', { n: 2 }),
      'body.n',
      'unsupported_parameter',
      "body.n isn't supported, except for 1. Leave it out.",
    ],
    [
      'a stream',
      lineOf('8', { stream: true }),
      'body.stream',
      'unsupported_parameter',
      "body.stream isn't supported, except for false. Leave it out.",
    ],
    [
      'tools',
      lineOf('9', { tools: [{ type: 'function', function: { name: 'weigh' } }] }),
      'body.tools',
      'unsupported_parameter',
      "body.tools isn't supported. Leave it out.",
    ],
    [
      'a tool call of an earlier turn',
      lineOf('10', { messages: [{ role: 'assistant', content: '', tool_calls: [{}] }, ...messages] }),
      'body.messages[0].tool_calls',
      'unsupported_parameter',
      "body.messages[0].tool_calls isn't supported. Leave it out.",
    ],
    [
      'a role that is unknown',
      lineOf('11', { messages: [{ role: 'tool', content: 'x' }] }),
      'body.messages[0].role',
      'invalid_value',
      'body.messages[0].role must be system, developer, user, or assistant.',
    ],
    [
      'a picture',
      lineOf('12', {
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }],
      }),
      'body.messages[0].content',
      'invalid_value',
      'body.messages[0].content must be a text, or a list of parts of text.',
    ],
    [
      'nothing to answer',
      lineOf('13', { messages: [{ role: 'user', content: ' ' }] }),
      'body.messages',
      'invalid_value',
      'body.messages must end with a message that has a text.',
    ],
    [
      'no messages',
      lineOf('14', { messages: undefined }),
      'body.messages',
      'missing_required_parameter',
      'body.messages is required.',
    ],
    [
      'a temperature that no model takes',
      lineOf('15', { temperature: 3 }),
      'body.temperature',
      'invalid_value',
      'body.temperature must be a number from 0 to 2.',
    ],
    [
      'two limits',
      lineOf('16', { max_tokens: 3, max_completion_tokens: 4 }),
      'body.max_tokens',
      'invalid_value',
      'body.max_tokens is another than max_completion_tokens. Send one of them.',
    ],
    [
      'a schema that is none',
      lineOf('17', {
        response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'objekt' } } },
      }),
      'body.response_format.json_schema.schema',
      'invalid_value',
      expect.stringMatching(/^The schema must be a JSON Schema: /),
    ],
  ];

  test('fails as a whole, with all its faults, before any request runs', async () => {
    const file = await upload([lineOf('first'), ...faults.map(([, line]) => line)]);
    const batch = await create(file.id);
    expect(batch).toMatchObject({
      ...{ status: 'failed', failed_at: expect.any(Number), output_file_id: null, error_file_id: null },
      ...{ in_progress_at: null, request_counts: { total: 1 + faults.length, completed: 0, failed: 0 } },
    });
    const expected = faults.map(([, , param, code, message], index) => ({
      code,
      message,
      line: index + 2,
      param,
    }));
    expect(batch.errors).toEqual({ object: 'list', data: expected });
    const { data } = await client.batches.list({ limit: 100 });
    expect(data.find(({ id }) => id === batch.id)).toMatchObject({
      status: 'failed',
      errors: {
        data: [{ message: `${faults.length} lines of the file can't run. Retrieve the batch to read why.` }],
      },
    });
  });

  test('has the first 1,000 in the batch', async () => {
    const batch = await create((await upload(Array.from({ length: 1_200 }, () => '{'))).id);
    expect(batch).toMatchObject({ status: 'failed', request_counts: { total: 1_200 } });
    expect(batch.errors?.data?.map(({ line }) => line)).toEqual(
      Array.from({ length: 1_000 }, (_, row) => row + 1),
    );
  });
});

test('parameters with the value that they have anyway are accepted', async () => {
  const batch = await ended(
    (
      await started([
        lineOf('defaults', {
          ...{
            n: 1,
            stream: false,
            store: false,
            user: 'ada',
            metadata: { a: 'b' },
            top_p: 1,
            logprobs: null,
          },
          ...{
            presence_penalty: 0,
            frequency_penalty: 0,
            response_format: { type: 'text' },
            max_tokens: null,
          },
          messages: [
            { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
            { role: 'assistant', content: 'Yes?', refusal: null, tool_calls: null, annotations: [] },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'One.' },
                { type: 'text', text: 'Two.' },
              ],
            },
          ],
        }),
        lineOf('routed', { model: 'auto/cost' }),
        lineOf('schema', {
          response_format: {
            type: 'json_schema',
            json_schema: {
              ...{ name: 'weight', strict: true, description: 'A weight.' },
              schema: { type: 'object', properties: { kg: { type: 'number' } }, required: ['kg'] },
            },
          },
        }),
      ])
    ).id,
  );
  expect(batch.request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
  const [defaults, routed, schema] = (await results(batch.output_file_id)).map(
    ({ response }) => response?.body,
  );
  expect(defaults?.choices[0]?.message.content).toMatch(/Be brief\.[\s\S]*One\. Two\./);
  expect(routed?.model).toMatch(/^sandbox\//);
  expect(JSON.parse(schema?.choices[0]?.message.content ?? '')).toEqual({ kg: expect.any(Number) });
});

test('templates in a message are text', async () => {
  const text = 'Say {{ input }} and {% if x %}.';
  const batch = await ended(
    (await started([lineOf('a', { messages: [{ role: 'user', content: text }] })])).id,
  );
  const [line] = await results(batch.output_file_id);
  expect(line?.response?.body.choices[0]?.message.content).toContain(text);
});

test('a canceled batch lets the requests under way end, and begins no other', async () => {
  const { id } = await started(
    Array.from({ length: 40 }, (_, row) => lineOf(`${row}`, { model: 'sandbox/slow' })),
  );
  const canceled = await client.batches.cancel(id);
  expect(canceled).toMatchObject({ status: 'cancelling', cancelled_at: null, output_file_id: null });
  const batch = await ended(id);
  expect(batch).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(Number) });
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

test('batches and files are listed by pages, the newest first', async () => {
  const own = await clientOf(world.users.colleague);
  const batches: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    api.setNow(new Date(TEST_NOW.getTime() + index * 1_000));
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
    lineOf('a'),
    lineOf('b', { messages: [{ role: 'user', content: 'ä'.repeat(200_000) }] }),
    lineOf('c'),
  ];
  const file = await upload(lines);
  expect(await (await client.files.content(file.id)).text()).toBe(`${lines.join('\n')}\n`);
  const batch = await ended((await create(file.id)).id);
  const output = await client.files.retrieve(batch.output_file_id ?? '');
  const content = await (await client.files.content(output.id)).arrayBuffer();
  expect(output).toMatchObject({ purpose: 'batch_output', bytes: content.byteLength });
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
  await pruneBulk(api.context);
  expect(await api.context.db.prisma.bulkFile.count({ where: { id: unused.id } })).toBe(0);
  const [line] = await results(batch.output_file_id);
  expect(line?.custom_id).toBe('a');
  expect(await errorOf(() => client.files.delete(batch.output_file_id ?? ''))).toMatchObject({ status: 409 });
  await deleteJob(api.context, operatorViewer(world.users.developer), line?.response?.request_id ?? '');
  expect(await results(batch.output_file_id)).toMatchObject([
    { custom_id: 'a', response: null, error: { code: 'FILE_DELETED' } },
  ]);
});

test('the same idempotency key creates one batch', async () => {
  const file = await upload([lineOf('a')]);
  const options = { headers: { 'idempotency-key': 'night-27' } };
  const body = { input_file_id: file.id, endpoint: url, completion_window: '24h' } as const;
  const { id } = await client.batches.create(body, options);
  expect((await client.batches.create(body, options)).id).toBe(id);
  expect(
    await errorOf(() => client.batches.create({ ...body, metadata: { a: 'b' } }, options)),
  ).toMatchObject({
    ...{ status: 409, code: 'CONFLICT' },
  });
  api.setNow(new Date(TEST_NOW.getTime() + 24 * 3_600_000));
  const later = await clientOf(world.users.developer);
  expect((await later.batches.create(body, options)).id).not.toBe(id);
});

describe('access', () => {
  test("no other account's and no colleague's files and batches are there", async () => {
    const file = await upload([lineOf('a')]);
    const batch = await ended((await create(file.id)).id);
    for (const user of [world.strangers.admin, world.users.colleague]) {
      const other = await clientOf(user);
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
    const reader = await clientOf(world.users.developer, ['read']);
    expect((await reader.files.retrieve(file.id)).id).toBe(file.id);
    const writer = await clientOf(world.users.developer, ['write']);
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
      expect(await errorOf(() => at(token).batches.list())).toMatchObject({
        ...{ status: 401, type: 'authentication_error', code: 'UNAUTHENTICATED' },
      });
    expect((await fetch(`${origin}/v1/files`)).status).toBe(401);
  });
});

describe('requests that are refused', () => {
  const send = async (method: string, path: string) => {
    const response = await fetch(`${origin}${path}`, { method });
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
    const broken = await fetch(`${origin}/v1/files`, {
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
    api.setNow(new Date(TEST_NOW.getTime() + 7 * 24 * 3_600_000));
    const later = await clientOf(world.users.developer);
    expect(await errorOf(() => create(input_file_id, later))).toMatchObject({
      status: 400,
      code: 'BULK_FILE_EXPIRED',
    });
  });
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
      env: { NODE_ENV: 'test', SWITCHYARD_URL: origin, SWITCHYARD_TOKEN: client.apiKey ?? '' },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^completed \{ total: 2, completed: 2, failed: 0 \}\n/);
    expect(stdout).toContain('"custom_id":"rail"');
    expect(stdout).toContain('How heavy is the gripper?');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
