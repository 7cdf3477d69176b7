import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { pruneBulk } from '@/lib/server/bulk/prune-bulk';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { runtime } from '@/lib/server/runtime/runtime';
import { refuseInvalid } from '@/server/http/requests/refuse-invalid';
import { serveApi } from '@/server/http/responses/api-endpoint';
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

const errorOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
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
  const { choices, usage, model } = plain?.response?.body as OpenAI.ChatCompletion;
  expect(model).toBe('sandbox/fast');
  expect(choices[0]).toMatchObject({ index: 0, finish_reason: 'stop', message: { role: 'assistant' } });
  expect(choices[0]?.message.content).toContain('Answer in one sentence.');
  expect(choices[0]?.message.content).toContain('How heavy is the gripper?');
  expect(usage?.prompt_tokens).toBeGreaterThan(5);
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  expect(plain).toMatchObject({ id: /^batch_req_/, error: null, response: { status_code: 200 } });
  expect(cut?.response?.body.choices[0]).toMatchObject({ finish_reason: 'length' });
  expect(cut?.response?.body.usage?.completion_tokens).toBeLessThanOrEqual(5);
  expect(JSON.parse(json?.response?.body.choices[0]?.message.content ?? '')).toEqual({});

  const [down] = await results(batch.error_file_id);
  expect(down).toMatchObject({ custom_id: 'down', response: null, error: { code: 'PROVIDER_UNAVAILABLE' } });
});
