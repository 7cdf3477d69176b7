import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI, { toFile } from 'openai';
import { openLinkLimiter } from '@/lib/server/approvals/respond-to-link';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { runtime } from '@/lib/server/runtime/runtime';
import { refuseInvalid } from '@/server/http/requests/refuse-invalid';
import { serveApi } from '@/server/http/responses/api-endpoint';
import { openTestServer, type TestServer } from './test-server';
import { createTestWorld, keyOf, type TestWorld } from './test-world';

/** OpenAI's own client against the server's endpoints, over HTTP, with the sandbox's models and a real database. */
export interface BatchWorld {
  api: TestServer;
  world: TestWorld;
  origin: string;
  /** The developer's, with a key that may read and write. */
  client: OpenAI;
  /** A client with a token. */
  at(apiKey: string): OpenAI;
  clientOf(user: TestWorld['users']['developer'], scopes?: ('read' | 'write')[]): Promise<OpenAI>;
  close(): Promise<void>;
}

export async function openBatchWorld(): Promise<BatchWorld> {
  const api = await openTestServer();
  await api.context.workflows?.start();
  const world = await createTestWorld(api.context);
  runtime.api = {
    context: api.context,
    signInLimiter: new SignInLimiter(),
    emailLimiter: new EmailLimiter(),
    linkLimiter: openLinkLimiter(),
    apiLimiter: new ApiLimiter({ perClient: 100_000, perAccount: 100_000 }),
    workflows: workflowsOf(api.context),
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    request.headers['x-forwarded-for'] = '203.0.113.7';
    if (refuseInvalid(request, response)) return;
    if (!(await serveApi(request, response))) response.writeHead(404).end('not the API');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
  const clientOf: BatchWorld['clientOf'] = async (user, scopes = ['read', 'write']) =>
    at((await keyOf(api.context, user, scopes)).rawKey);
  return {
    ...{ api, world, origin, at, clientOf },
    client: await clientOf(world.users.developer),
    async close() {
      delete runtime.api;
      server.closeAllConnections();
      server.close();
      await api.close();
    },
  };
}

export const batchUrl = '/v1/chat/completions';
export const batchMessages = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'How heavy is the gripper?' },
];

/** A line of a file. @param body fields in addition to its model and messages */
export const lineOf = (custom_id: string, body: object = {}, more: object = {}) =>
  JSON.stringify({
    ...{ custom_id, method: 'POST', url: batchUrl },
    body: { model: 'sandbox/fast', messages: batchMessages, ...body },
    ...more,
  });

export const uploadLines = async (lines: readonly string[], by: OpenAI) =>
  by.files.create({ file: await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl'), purpose: 'batch' });

export const createBatchOver = (input_file_id: string, by: OpenAI) =>
  by.batches.create({ input_file_id, endpoint: batchUrl, completion_window: '24h' });

/** The batch once it has ended. */
export async function endedBatch(id: string, by: OpenAI): Promise<OpenAI.Batch> {
  for (;;) {
    const batch = await by.batches.retrieve(id);
    if (!['in_progress', 'cancelling'].includes(batch.status)) return batch;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface ResultLine {
  id: string;
  custom_id: string;
  response: { status_code: number; request_id: string; body: OpenAI.ChatCompletion } | null;
  error: { code: string; message: string } | null;
}

/** The lines of a file of results. */
export async function resultsOf(id: string | null | undefined, by: OpenAI): Promise<ResultLine[]> {
  const text = await (await by.files.content(id ?? '')).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The error of a refused call. */
export const errorOf = (call: () => PromiseLike<unknown>) =>
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
