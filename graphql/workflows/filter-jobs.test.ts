import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { User } from '@/prisma/generated/prisma/client';
import { askingStep, endedJob, openApproval, waitingJob } from '@/testing/job-rows';
import { meter } from '@/testing/meter';
import { onPostgres } from '@/testing/test-database';
import { openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
/** Of the jobs, by their names. */
const ids: Record<string, string> = {};

const summarize = (step: object) => ({ task: 'summarization', retries: 0, ...step });
const jobs = [
  { name: 'Plain', metadata: { order: 'A-20318', city: 'Zürich' }, steps: [summarize({ id: 'a' })] },
  {
    name: 'Fell back',
    steps: [summarize({ id: 'a', model: 'sandbox/down', fallbacks: ['sandbox/quality'] })],
  },
  {
    name: 'Went on',
    steps: [
      summarize({ id: 'a', model: 'sandbox/down', on_error: 'CONTINUE' }),
      summarize({ id: 'b', model: 'sandbox/fast' }),
    ],
  },
  { name: 'Failed', steps: [summarize({ id: 'a', model: 'sandbox/down' })] },
];

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  const token = await sessionToken(server.context, world.users.developer);
  for (const job of jobs) {
    const { data, errors } = await server.call<{ orchestrate: { jobId: string; status: string } }>({
      token,
      query: `mutation ($input: StartWorkflowInput!) {
        orchestrate(input: $input) { jobId status }
      }`,
      variables: {
        input: {
          name: job.name,
          input: 'The arm stops.',
          steps: job.steps,
          metadata: 'metadata' in job ? job.metadata : null,
        },
      },
    });
    expect(errors ?? []).toEqual([]);
    ids[job.name] = data?.orchestrate.jobId ?? '';
  }
  await server.context.db.write((tx) =>
    tx.job.createMany({
      data: [
        {
          ...endedJob(world.users.developer, 'job_long0000000000000000'),
          ...{ name: 'Long and dear', searchName: 'long and dear', costNanos: 60_000_000n },
          ...{ durationMs: 31_000, createdAt: new Date(TEST_NOW.getTime() - 40 * 86_400_000) },
          finishedAt: new Date(TEST_NOW.getTime() - 39 * 86_400_000),
        },
        {
          ...endedJob(world.users.developer, 'job_row00000000000000000'),
          ...{ name: 'A row', searchName: 'a row', bulkRunId: 'bulk_1' },
        },
        {
          ...endedJob(world.users.developer, 'job_many0000000000000000'),
          ...{ name: 'Never begun', searchName: 'never begun', status: 'CANCELED' as const },
        },
      ],
    }),
  );
});
afterAll(() => server.close());

const query = `query (
  $search: String, $template: String, $model: String, $apiKeyId: ID, $withFallbacks: Boolean, $costOver: Float,
  $durationOver: Float, $endedFrom: Date, $endedTo: Date, $withBulkRows: Boolean, $onlyExecutions: Boolean,
  $status: JobStatus, $errorCode: String, $failureCode: String, $awaitsApproval: Boolean, $exceptTemplates: [String!],
  $metadata: [JobMetadataInput!]
) {
  listJobs(
    search: $search, template: $template, model: $model, apiKeyId: $apiKeyId, withFallbacks: $withFallbacks,
    costOver: $costOver, durationOver: $durationOver, endedFrom: $endedFrom, endedTo: $endedTo,
    withBulkRows: $withBulkRows, onlyExecutions: $onlyExecutions, status: $status, errorCode: $errorCode, failureCode: $failureCode,
    awaitsApproval: $awaitsApproval, exceptTemplates: $exceptTemplates, metadata: $metadata
  ) { name }
}`;

async function found(variables: object, user: User = world.users.developer): Promise<string[]> {
  const { data, errors } = await server.call<{ listJobs: { name: string }[] }>({
    query,
    token: await sessionToken(server.context, user),
    variables: { ...variables },
  });
  expect(errors ?? []).toEqual([]);
  return (data?.listJobs.map(({ name }) => name) ?? []).sort();
}

const all = ['Failed', 'Fell back', 'Long and dear', 'Never begun', 'Plain', 'Went on'];

test.each([
  ['a part of metadata without its accents', { search: 'zurich' }, ['Plain']],
  ['several words, each anywhere', { search: 'ORDER plain 20318' }, ['Plain']],
  ['words of which one is nowhere', { search: 'plain 99999' }, []],
  ['a code of a failure', { search: 'provider_unavailable' }, ['Failed', 'Fell back', 'Went on']],
  [
    'a code that the job, a step, or a call failed with',
    { failureCode: 'PROVIDER_UNAVAILABLE' },
    ['Failed', 'Fell back', 'Went on'],
  ],
  ['a code that none failed with', { failureCode: 'STREAM_CUT' }, []],
  ['a model that was called', { search: 'sandbox/QUALITY' }, ['Fell back']],
  ['a model', { model: 'sandbox/down' }, ['Failed', 'Fell back', 'Went on']],
  ['only the beginning of a model', { model: 'sandbox/d' }, []],
  ['a name, and not others that contain it', { template: 'Long' }, []],
  ['a whole name', { template: 'Long and dear' }, ['Long and dear']],
  ['fallbacks', { withFallbacks: true }, ['Fell back']],
  ['none', { withFallbacks: false, status: 'COMPLETED' }, ['Long and dear', 'Plain']],
  ['a cost over some dollars', { costOver: 0.05 }, ['Long and dear']],
  ['a cost over its own', { costOver: 0.06 }, []],
  ['a time over some seconds', { durationOver: 30 }, ['Long and dear']],
  ['a time over its own', { durationOver: 31 }, []],
  ['the day of their end', { endedFrom: '2026-05-01', endedTo: '2026-05-20' }, ['Long and dear']],
  ['jobs of rows, too', { withBulkRows: true }, ['A row', ...all].sort()],
  ['executions alone', { onlyExecutions: true }, all.filter((name) => name !== 'Never begun')],
  ['completed in spite of a failed step', { status: 'COMPLETED_WITH_FAILURES' }, ['Went on']],
  ['several filters', { search: 'sandbox', withFallbacks: true, model: 'sandbox/quality' }, ['Fell back']],
])('jobs are found by %s', async (_, filters, names) => {
  expect(await found(filters)).toEqual(names);
});

test("jobs are found by their key's present name, and by the key", async () => {
  const { developer } = world.users;
  const { db } = server.context;
  const key = {
    ...{ id: 'key_nightly', accountId: developer.accountId, userId: developer.id, hint: '', secretHash: '' },
    ...{ name: 'Nightly', sortName: 'nightly', status: 'ACTIVE' as const, createdAt: TEST_NOW },
    ...{ updatedAt: TEST_NOW, scopeRead: true, scopeWrite: true, scopeAdmin: false },
  };
  await db.write(async (tx) => {
    await tx.apiKey.create({ data: key });
    await tx.job.update({ where: { id: ids.Plain ?? '' }, data: { apiKeyId: key.id } });
  });
  expect(await found({ search: 'NIGHTLY plain' })).toEqual(['Plain']);
  expect(await found({ search: `plain ${key.id.toUpperCase()}` })).toEqual(['Plain']);
  expect(await found({ search: key.id.slice(0, -1) })).toEqual([]);
  expect(await found({ apiKeyId: key.id })).toEqual(['Plain']);
  expect(await found({ search: 'nightly' }, world.strangers.developer)).toEqual([]);
  await db.write(async (tx) => tx.apiKey.delete({ where: { id: key.id } }));
  await meter(server.context, developer, '2026-06-15T11:00:00Z', 1, { apiKeyId: key.id });
  for (const user of [developer, world.users.admin])
    expect(await found({ apiKeyId: key.id }, user)).toEqual(['Plain']);
});

test('the jobs of a deleted key are found though none was an execution', async () => {
  await server.context.db.write((tx) =>
    tx.job.updateMany({ where: { name: 'Never begun' }, data: { apiKeyId: 'key_gone_unused' } }),
  );
  for (const user of [world.users.developer, world.users.admin])
    expect(await found({ apiKeyId: 'key_gone_unused' }, user)).toEqual(['Never begun']);
});

test("a colleague's and a stranger's key, deleted or not, are refused like an unknown key, in lists, sums, and reruns", async () => {
  const { developer, colleague } = world.users;
  const stranger = world.strangers.developer;
  const { id: ofStranger } = (await keyOf(server.context, stranger, ['read'])).apiKey;
  const { id: ofColleague } = (await keyOf(server.context, colleague, ['read'])).apiKey;
  await meter(server.context, colleague, '2026-06-15T11:00:00Z', 1, { apiKeyId: 'key_gone_colleague' });
  await meter(server.context, stranger, '2026-06-15T11:00:00Z', 1, { apiKeyId: 'key_gone_stranger' });
  const jobs = [colleague, stranger].map((user, index) => ({
    ...endedJob(user, `job_gone${index}`.padEnd(24, '0')),
    ...{ name: 'Of another', status: 'CANCELED' as const, apiKeyId: `key_gone_unused_${index}` },
  }));
  await server.context.db.write((tx) => tx.job.createMany({ data: jobs }));
  const gone = ['key_gone_colleague', 'key_gone_stranger', ...jobs.map(({ apiKeyId }) => apiKeyId)];
  const token = await sessionToken(server.context, developer);
  const refusals = (fields: string) =>
    Promise.all(
      ['key_missing', ofColleague, ofStranger, ...gone].map(async (apiKeyId) => {
        const { errors } = await server.call({
          token,
          query: `query ($apiKeyId: ID) { ${fields} }`,
          variables: { apiKeyId },
        });
        return errors.map(({ message, extensions }) => ({ message, code: extensions.code }));
      }),
    );
  for (const fields of [
    'listJobs(apiKeyId: $apiKeyId) { jobId }',
    'sumJobs(apiKeyId: $apiKeyId) { jobs }',
    'planRerunJobs(apiKeyId: $apiKeyId) { jobs }',
  ])
    expect(await refusals(fields)).toEqual(
      Array(7).fill([{ code: 'NOT_FOUND', message: 'API key not found.' }]),
    );
  expect(await found({ apiKeyId: ofColleague }, world.users.admin)).toEqual([]);
});

test('jobs that wait for a person are found, and not those of which another step runs, or that nobody is asked about', async () => {
  const { developer, colleague } = world.users;
  const running = { status: 'RUNNING', startedAt: TEST_NOW } as const;
  await server.context.db.write(async (tx) => {
    for (const [name, queueState, user] of [
      ['Asks', 'PARKED', developer],
      ['Asks and runs', 'DISPATCHED', developer],
      ['Asks a colleague', 'PARKED', colleague],
      ['Waits for a provider', 'PARKED', developer],
    ] as const) {
      const id = `job_${name.replaceAll(' ', '')}`;
      await tx.job.create({
        data: { ...waitingJob(user, id), ...running, name, searchName: '', queueState },
      });
      await tx.jobStep.create({ data: askingStep(id) });
      if (name !== 'Waits for a provider')
        await tx.approval.create({ data: openApproval(user, id, `apr_${name.replaceAll(' ', '')}`) });
    }
  });
  expect(await found({ awaitsApproval: true })).toEqual(['Asks']);
  expect(await found({ awaitsApproval: true, status: 'COMPLETED' })).toEqual([]);
  expect(await found({ awaitsApproval: true }, world.users.admin)).toEqual(['Asks', 'Asks a colleague']);
  expect(await found({ awaitsApproval: true }, world.strangers.admin)).toEqual([]);
  await server.context.db.write((tx) => tx.job.deleteMany({ where: { status: 'RUNNING' } }));
});

test('a model is found that a job called after more models than its index has space for', async () => {
  const many = { where: { id: ids.Failed ?? '' }, data: { endText: '\nsandbox/other\n…\n' } };
  await server.context.db.write((tx) => tx.job.update(many));
  expect(await found({ model: 'sandbox/down', status: 'FAILED' })).toEqual(['Failed']);
  expect(await found({ model: 'sandbox/fast', status: 'FAILED' })).toEqual([]);
});

test.each([
  ['a negative cost', { costOver: -1 }],
  ['an endless time', { durationOver: 1e9 }],
  ['a model without its provider', { model: 'fast' }],
  ['ends before their beginning', { endedFrom: '2026-06-02', endedTo: '2026-06-01' }],
  [
    'more names to leave out than it takes',
    { exceptTemplates: Array.from({ length: 101 }, (_, index) => `${index}`) },
  ],
  ['an endless search', { search: 'x'.repeat(201) }],
  ['metadata without a key', { metadata: [{ key: '', value: '' }] }],
  ['metadata with an endless key', { metadata: [{ key: 'x'.repeat(101), value: '' }] }],
  ['metadata with an endless value', { metadata: [{ key: 'x', value: 'x'.repeat(201) }] }],
  ['more metadata than it takes', { metadata: Array(6).fill({ key: 'x', value: 'x' }) }],
])('a list refuses %s', async (_, variables) => {
  const token = await sessionToken(server.context, world.users.developer);
  const { errors } = await server.call({ query, token, variables });
  expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
});

test('a code that no job fails with is refused, an unknown one with the nearest code, and another finds nothing without a job', async () => {
  const token = await sessionToken(server.context, world.users.developer);
  for (const [errorCode, problem] of [
    ['RATE_LIMITED', "This error code isn't known. Did you mean PROVIDER_RATE_LIMITED?"],
    ['CONDITION_FALSE', 'No job fails with CONDITION_FALSE.'],
  ]) {
    const { errors } = await server.call({ query, token, variables: { errorCode } });
    expect(errors[0]?.extensions).toMatchObject({
      ...{ code: 'BAD_USER_INPUT', fields: { errorCode: problem } },
    });
  }
  expect(await found({ errorCode: 'STREAM_CUT' })).toEqual([]);
});

test.skipIf(onPostgres).each([
  ['words', { search: 'no such words' }, 'user'],
  ['a model', { model: 'no/such' }, 'user'],
  ['fallbacks, a cost and a time', { withFallbacks: true, costOver: 9, durationOver: 9 }, 'user'],
  ['days of the end', { endedFrom: '2026-05-01', endedTo: '2026-05-02', onlyExecutions: true }, 'user'],
  ['an error code and a status', { errorCode: 'WORKER_LOST', status: 'FAILED' }, 'user'],
  ['an API key', { apiKeyId: 'NONE' }, 'user'],
  ['metadata that no entry has', { metadata: [{ key: 'order', value: '7' }] }, 'user'],
])('no job is read to filter by %s', async (_, filters, index) => {
  const prepared = vi.spyOn(Sqlite.prototype, 'prepare');
  await found(filters);
  const sql = prepared.mock.calls
    .map(([text]) => text)
    .find((text) => text.includes('"hasFallbacks" FROM "Job"'));
  prepared.mockRestore();
  const values = Array<string>(sql?.match(/\?/g)?.length ?? 0).fill('1');
  const plan = await server.context.db.prisma.$queryRawUnsafe<{ detail: string }[]>(
    `EXPLAIN QUERY PLAN ${sql}`,
    ...values,
  );
  const details = plan.map(({ detail }) => detail).join('; ');
  expect(details).toContain(`SEARCH Job USING COVERING INDEX Job_listed_by_${index} (`);
  expect(details).not.toContain('TEMP B-TREE FOR ORDER');
});
