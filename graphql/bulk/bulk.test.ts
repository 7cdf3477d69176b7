import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { uploadRows } from '@/testing/bulk-run';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let fileId: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const text = 'text\nThe arm stops.\nThe belt runs.\n';
  fileId = await uploadRows(server.context, operatorViewer(world.users.developer), text);
});
afterAll(() => server.close());

const call = async <Data>(query: string, variables: object) =>
  server.call<Data>({
    token: await sessionToken(server.context, world.users.developer),
    query,
    variables: { ...variables },
  });

const start = (url: string) =>
  call<{ startBulkWorkflow: { id: string } }>(
    `mutation ($input: StartBulkWorkflowInput!) { startBulkWorkflow(input: $input) { id } }`,
    {
      input: {
        fileId,
        workflow: {
          name: 'Parts',
          steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast', input: '{{ variables.text }}' }],
        },
        callbacks: [{ url, progress: true }],
      },
    },
  );

interface Found {
  getBulkJob: { status: string; downloadUrl: string | null; callbacks: object[] };
}

const find = (id: string, columns: readonly string[]) =>
  call<Found>(
    `query ($id: ID!, $columns: [String!]) {
      getBulkJob(id: $id) {
        status
        downloadUrl(format: JSONL, columns: $columns, status: COMPLETED, expires_in: 60)
        callbacks { jobId bulkJobId status event url state }
      }
    }`,
    { id, columns },
  );

test('a bulk job has a signed link to chosen columns, and its messages', async () => {
  const { data } = await start('https://example.com/hook');
  const id = data?.startBulkWorkflow.id ?? '';
  const job = await vi.waitFor(async () => {
    const found = (await find(id, ['text', 'output.text'])).data?.getBulkJob;
    expect(found?.status).toBe('COMPLETED');
    return found;
  }, 60_000);
  expect(job?.downloadUrl).toMatch(
    /\/api\/files\/bulk_\w+\?format=jsonl&columns=text&columns=output\.text&status=completed&expires=\d+&signature=/,
  );
  expect(job?.callbacks).toContainEqual({
    ...{ jobId: null, bulkJobId: id, status: null, event: 'ENDED' },
    ...{ url: 'https://example.com/hook', state: 'PENDING' },
  });
  const { errors } = await find(id, ['price']);
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/^There is no column “price”/), extensions: { code: 'BAD_USER_INPUT' } },
  ]);
});

test('a receiver that the server would never call is a fault', async () => {
  const { errors } = await start('http://127.0.0.1/hook');
  expect(errors).toMatchObject([
    {
      extensions: {
        code: 'WORKFLOW_INVALID',
        faults: [{ path: 'callbacks[0].url', code: 'CALLBACK_INVALID' }],
      },
    },
  ]);
});
