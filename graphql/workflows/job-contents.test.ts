import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits, workflowLimits } from '@/lib/config/limits';
import { plans } from '@/lib/config/plans';
import { errorDocs } from '@/lib/config/workflow-errors';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';
import { type WatchedRows, watchRows } from '@/testing/watch-rows';

const MiB = 1024 * 1024;
/** JSON of so many bytes. */
const outputOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
const steps = ['a', 'b', 'c', 'd'].map((id) => ({ id, task: 'generation' }));

let server: TestServer;
let world: TestWorld;
let token: string;
let watched: WatchedRows;
let jobId: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
  jobId = await largeJob('Large');
  watched = watchRows(server.context.db);
  server.context.db = watched.db;
});
afterAll(() => server.close());
beforeEach(() => watched.take());

/** A job of four steps, each with an output of 2 MiB. */
async function largeJob(name: string): Promise<string> {
  const { context } = server;
  const input = { name, input: 'The arm stops.', mode: 'PARALLEL' as const, metadata: { order: 7 }, steps };
  const { id, status } = await orchestrate(context, operatorViewer(world.users.developer), input, {});
  expect(status).toBe('COMPLETED');
  await context.db.write((tx) =>
    tx.jobStep.updateMany({ where: { jobId: id }, data: { output: outputOf(2 * MiB) } }),
  );
  return id;
}

type Steps = { id: string; status: string; output?: { text: string } | null; outputBytes?: number }[];
const ask = <Data = { getJobResult: { status: string; steps: Steps } }>(selection: string) =>
  server.call<Data>({ token, query: `query ($jobId: ID!) { ${selection} }`, variables: { jobId } });
const charactersRead = () => watched.take().reduce((sum, { characters }) => sum + characters, 0);

test.each([
  ['getJobResult(jobId: $jobId) { status cost error { code } }', 1],
  ['getJobResult(jobId: $jobId) { status steps { id status outputBytes error { code } } }', 2],
  ['getJobResult(jobId: $jobId) { jobId } listJobs(limit: 100) { jobId status }', 2],
  ['getJobResult(jobId: $jobId) { jobId } listJobs(limit: 100) { jobId steps { id outputBytes } }', 3],
  ['getJobResult(jobId: $jobId) { metadata }', 2],
])('%s reads nothing of the outputs, and only what it selects', async (selection, statements) => {
  const { errors } = await ask(selection);
  expect(errors).toEqual([]);
  const taken = watched.take().filter(({ sql }) => /FROM "(Job|JobStep|Attempt)"/.test(sql));
  expect(taken).toHaveLength(statements);
  expect(taken.reduce((sum, { characters }) => sum + characters, 0)).toBeLessThan(20_000);
});

test('outputs that are too large for one response fail before any is read, with what to do; the rest is there', async () => {
  const { data, errors } = await ask('getJobResult(jobId: $jobId) { status steps { id output } }');
  expect(data?.getJobResult).toEqual({
    status: 'COMPLETED',
    steps: steps.map(({ id }) => ({ id, output: null })),
  });
  expect(errors).toHaveLength(4);
  expect(errors[0]).toMatchObject({
    message: expect.stringMatching(/^A response has space for 4 MiB .*`steps\(ids: …\)`/),
    path: ['getJobResult', 'steps', 0, 'output'],
    extensions: { code: 'RESPONSE_TOO_LARGE' },
  });
  expect(charactersRead()).toBeLessThan(20_000);
  expect((await ask('getJobResult(jobId: $jobId) { result }')).errors[0]?.extensions.code).toBe(
    'RESPONSE_TOO_LARGE',
  );
  expect(charactersRead()).toBeLessThan(20_000);
});

test('a start whose outputs are too large for its response still returns the job, and says that it exists', async () => {
  const start = () =>
    server.call<{ orchestrate: { jobId: string; status: string; result: unknown } }>({
      token,
      query: `mutation ($input: StartWorkflowInput!) {
        orchestrate(input: $input, idempotencyKey: "large") { jobId status result }
      }`,
      variables: { input: { input: 'The arm stops.', mode: 'PARALLEL', steps } },
    });
  const first = (await start()).data?.orchestrate;
  await server.context.db.write((tx) =>
    tx.jobStep.updateMany({ where: { jobId: first?.jobId ?? '' }, data: { output: outputOf(2 * MiB) } }),
  );
  const { data, errors } = await start();
  expect(data?.orchestrate).toEqual({ jobId: first?.jobId, status: 'COMPLETED', result: null });
  expect(errors.map(({ extensions }) => extensions)).toEqual([
    { code: 'RESPONSE_TOO_LARGE', docs: errorDocs('RESPONSE_TOO_LARGE') },
  ]);
});

test('the outputs of a large job can be read piece by piece', async () => {
  for (const ids of ['["a", "b"]', '["d", "c", "gone", "c"]']) {
    const { data, errors } = await ask(
      `getJobResult(jobId: $jobId) { steps(ids: ${ids}) { id outputBytes output } }`,
    );
    expect(errors).toEqual([]);
    const read = data?.getJobResult.steps ?? [];
    expect(read.map(({ id }) => id)).toEqual(
      ids.includes('a') && !ids.includes('gone') ? ['a', 'b'] : ['c', 'd'],
    );
    for (const { output, outputBytes } of read) {
      expect(outputBytes).toBe(2 * MiB);
      expect(JSON.stringify(output)).toHaveLength(2 * MiB);
    }
  }
});

test('one budget holds for all aliases and lists of a document, each appearance of an output counted', async () => {
  const one = (alias: string, ids: string) =>
    `${alias}: getJobResult(jobId: $jobId) { steps(ids: ["${ids}"]) { output } }`;
  const both = await ask<Record<string, { steps: Steps }>>(one('x', 'a') + one('y', 'b') + one('z', 'c'));
  expect(both.errors).toHaveLength(1);
  expect(charactersRead()).toBeLessThan(4.1 * MiB);
  const again = await ask(
    'getJobResult(jobId: $jobId) { steps(ids: ["a"]) { x: output y: output z: output } }',
  );
  expect(again.errors).toHaveLength(3);
  expect(charactersRead()).toBeLessThan(20_000);
  await largeJob('Larger');
  const lists = Array.from({ length: 12 }, (_, index) => `l${index}: listJobs(limit: 20) { result }`);
  const { errors } = await ask(`getJobResult(jobId: $jobId) { jobId } ${lists.join(' ')}`);
  expect(errors.length).toBeGreaterThan(12);
  expect(charactersRead()).toBeLessThan(4.1 * MiB);
});

test('results before a failed mutation get the whole space of a response again', async () => {
  const canceled = await largeJob('Canceled');
  await server.context.db.write((tx) =>
    tx.job.update({ where: { id: canceled }, data: { status: 'CANCELED' } }),
  );
  const query = `mutation {
    cancelJob(jobId: "${canceled}") { steps(ids: ["a", "b"]) { outputBytes output } }
    deleteJob(jobId: "job_none") { success }
  }`;
  const response = await server.post(JSON.stringify({ query }), { authorization: `Bearer ${token}` });
  const { errors, extensions } = await response.json();
  expect(errors).toHaveLength(1);
  const read: Steps = extensions.done.cancelJob.steps;
  expect(read.map(({ output }) => JSON.stringify(output).length)).toEqual([2 * MiB, 2 * MiB]);
});

test('the results of a list cost one row for each final step of a completed job, and no other step', async () => {
  for (const name of ['Chain', 'Chain', 'Chain']) {
    const input = { name, input: 'The arm stops.', mode: 'SEQUENTIAL' as const, steps };
    await orchestrate(server.context, operatorViewer(world.users.developer), input, {});
  }
  const { id } = await server.context.db.prisma.job.findFirstOrThrow({ where: { name: 'Chain' } });
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { status: 'FAILED' } }));
  watched.take();
  const { data } = await server.call<{ listJobs: { result: unknown }[] }>({
    token,
    query: '{ listJobs(name: "Chain", limit: 100) { result } }',
  });
  const results = data?.listJobs.map(({ result }) => result) ?? [];
  expect(results.filter((result) => result === null)).toHaveLength(1);
  expect(results.filter((result) => result !== null)).toHaveLength(2);
  const ofSteps = watched.take().filter(({ sql }) => sql.includes('FROM "JobStep"'));
  expect(ofSteps.map(({ rows }) => rows)).toEqual([2, 2]);
  expect(ofSteps[0]?.sql).toMatch(
    /^\s*SELECT "jobId", "position", "stepId", octet_length\("output"\) AS \S+ FROM/,
  );
});

test('an output that a response shows twice is read once', async () => {
  await server.context.db.write((tx) =>
    tx.jobStep.updateMany({ where: { jobId }, data: { output: outputOf(0.5 * MiB) } }),
  );
  const { errors } = await ask('getJobResult(jobId: $jobId) { result steps { output } }');
  expect(errors).toEqual([]);
  expect(charactersRead()).toBeLessThan(2.5 * MiB);
});

test("a job of a colleague or another account isn't read at all", async () => {
  for (const user of [world.users.colleague, world.strangers.admin]) {
    const other = await sessionToken(server.context, user);
    watched.take();
    const query = 'query ($jobId: ID!) { getJobResult(jobId: $jobId) { status steps { output } } }';
    const { errors } = await server.call({ token: other, query, variables: { jobId } });
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
    const ofJobs = watched.take().filter(({ sql }) => /FROM "(Job|JobStep|Attempt)"/.test(sql));
    expect(ofJobs.map(({ rows }) => rows)).toEqual([0]);
  }
});

test('the largest output of a step fits a response, and a job has space for more than one', () => {
  expect(workflowLimits.outputBytes).toBeLessThanOrEqual(limits.graphql.contentBytes);
  expect(limits.graphql.contentBytes).toBeLessThan(limits.graphql.answerBytes);
  for (const { outputBytes } of plans) expect(outputBytes).toBeGreaterThan(workflowLimits.outputBytes);
});
