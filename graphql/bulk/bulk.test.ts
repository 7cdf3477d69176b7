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

const call = async <Data>(query: string, variables: object, as = world.users.developer) =>
  server.call<Data>({
    token: await sessionToken(server.context, as),
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

test('a bulk job has its file, its workflow as it can be sent again, and its receivers, for its account only', async () => {
  const { data } = await start('https://example.com/hook');
  const query =
    'query ($id: ID!) { getBulkJob(id: $id) { file { name rowCount badCount } workflow receivers { url progress } } }';
  const id = data?.startBulkWorkflow.id;
  expect((await call(query, { id })).data).toEqual({
    getBulkJob: {
      file: { name: 'parts.csv', rowCount: 2, badCount: 0 },
      workflow: {
        name: 'Parts',
        steps: [{ id: 'a', task: 'generation', model: 'sandbox/fast', input: '{{ variables.text }}' }],
      },
      receivers: [{ url: 'https://example.com/hook', progress: true }],
    },
  });
  const { errors } = await call(query, { id }, world.strangers.admin);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

interface FoundJob {
  jobId: string;
  bulkJobId: string | null;
  bulkLine: number | null;
}

test("the job of a row names its bulk job and its row's line, a single job none, and an earlier job no line", async () => {
  const { data } = await start('https://example.com/hook');
  const id = data?.startBulkWorkflow.id ?? '';
  const ended = () =>
    vi.waitFor(
      async () => expect((await find(id, ['text'])).data?.getBulkJob.status).toBe('COMPLETED'),
      60_000,
    );
  await ended();
  const jobs = 'query ($id: ID!) { listJobs(bulkJobId: $id) { jobId bulkJobId bulkLine } }';
  const { data: listed } = await call<{ listJobs: FoundJob[] }>(jobs, { id });
  const places = listed?.listJobs.map(({ bulkJobId, bulkLine }) => [bulkJobId, bulkLine]);
  expect(places?.toSorted()).toEqual([
    [id, 2],
    [id, 3],
  ]);
  const first = listed?.listJobs.find(({ bulkLine }) => bulkLine === 2);
  const one = 'query ($id: ID!) { getJobResult(jobId: $id) { jobId bulkJobId bulkLine } }';
  const { data: found } = await call(one, { id: first?.jobId });
  expect(found).toEqual({ getJobResult: first });

  const { data: started } = await call<{ orchestrate: FoundJob }>(
    `mutation { orchestrate(input: { input: "The arm stops.", steps: [{ id: "a", task: "summarization", model: "sandbox/fast" }] }) { jobId bulkJobId bulkLine } }`,
    {},
  );
  expect(started?.orchestrate).toMatchObject({ bulkJobId: null, bulkLine: null });
  const { data: single } = await call(one, { id: started?.orchestrate.jobId });
  expect(single).toEqual({ getJobResult: started?.orchestrate });

  for (const stranger of [world.strangers.developer, world.strangers.admin]) {
    expect((await call(jobs, { id }, stranger)).data).toEqual({ listJobs: [] });
    const { errors } = await call(one, { id: first?.jobId }, stranger);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  }

  // As a retry does.
  await server.context.db.write((tx) =>
    tx.bulkRow.update({ where: { jobId: first?.jobId ?? '' }, data: { jobId: null } }),
  );
  const { data: earlier } = await call(one, { id: first?.jobId });
  expect(earlier).toEqual({ getJobResult: { ...first, bulkLine: null } });
});

test('a bulk job names the columns of its file, those of rows with a status, and none to another account', async () => {
  const { data } = await start('https://example.com/hook');
  const id = data?.startBulkWorkflow.id ?? '';
  await vi.waitFor(
    async () => expect((await find(id, ['text'])).data?.getBulkJob.status).toBe('COMPLETED'),
    60_000,
  );
  const query =
    'query ($id: ID!, $status: BulkRowStatus) { getBulkJob(id: $id) { downloadColumns(status: $status) } }';
  const facts = ['error_code', 'error_message', 'job_id', 'cost'];
  expect((await call(query, { id })).data).toEqual({
    getBulkJob: { downloadColumns: ['text', 'line', 'status', 'output.text', ...facts] },
  });
  expect((await call(query, { id, status: 'FAILED' })).data).toEqual({
    getBulkJob: { downloadColumns: ['text', 'line', 'status', 'result', ...facts] },
  });
  const { errors } = await call(query, { id }, world.strangers.admin);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
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
