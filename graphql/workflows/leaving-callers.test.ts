import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleGraphqlRequest } from '@/graphql/handle-request';
import { createGraphqlServer } from '@/graphql/yoga';
import type { Caller } from '@/lib/engine/text-worker';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import { Prisma } from '@/prisma/generated/prisma/client';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

/** Waits until its caller leaves. */
const untilLeft = (caller: Caller) =>
  new Promise<never>((_resolve, reject) => {
    caller.signal.addEventListener('abort', () => reject(caller.signal.reason));
  });

const steps = [{ id: 'a', task: 'generation', condition: 'true' }];
const form = (size: number) => {
  const body = new FormData();
  body.append('operations', JSON.stringify({ query: uploading, variables: { file: null } }));
  body.append('map', JSON.stringify({ file: ['variables.file'] }));
  body.append('file', new File(['a'.repeat(size)], 'a.txt'));
  return body;
};
const uploading =
  'mutation ($file: Upload) { enqueueWorkflow(input: { name: "A", steps: [{ id: "a", task: "generation" }] }, file: $file) { jobId } }';
const json = (query: string) =>
  JSON.stringify({ query, variables: { input: { name: 'A', input: 'B', steps } } });

test.each([
  [
    'planWorkflow',
    'plan',
    json('query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { maxCost } }'),
  ],
  [
    'enqueueWorkflow',
    'plan',
    json('mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }'),
  ],
  [
    'orchestrate',
    'plan',
    json('mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId } }'),
  ],
  ['an upload', 'decodeUpload', form(100_000)],
] as const)(
  "a client that leaves takes its work along, stores no job, and isn't logged as a failure: %s",
  async (_what, method, body) => {
    const wait = vi
      .spyOn(workflowsOf(server.context).engine.textWorker, method)
      .mockImplementation((_work: unknown, caller: Caller) => untilLeft(caller));
    const log = vi.spyOn(logger, 'error');
    const leaving = new AbortController();
    const request = new Request('http://localhost/api/graphql', {
      method: 'POST',
      body,
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': '127.0.0.1',
        'graphql-require-preflight': '1',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
    });
    const response = handleGraphqlRequest(createGraphqlServer(server.context, new SignInLimiter()), request);
    await vi.waitFor(() => expect(wait).toHaveBeenCalledOnce());
    leaving.abort();
    await response;
    expect(log).not.toHaveBeenCalled();
    expect(await server.context.db.sql(Prisma.sql`SELECT "id" FROM "Job"`)).toEqual([]);
    wait.mockRestore();
  },
);
