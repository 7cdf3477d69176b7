import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const step = {
  id: 'summary',
  task: 'summarization',
  model: 'sandbox/fast',
  instructions: 'For {{ variables.reader }}.',
};
const input = { name: 'Report', variables: { reader: 'Ana' }, metadata: { order: 7 }, steps: [step] };

const columns = { name: true, status: true, workflow: true, metadata: true, slots: true, storedBytes: true };

/** A job of the developer's, which has completed. */
const completedJob = (file: File | null = null) =>
  orchestrate(
    server.context,
    operatorViewer(world.users.developer),
    { ...input, ...(!file && { input: 'The arm stops.' }) },
    { file: file && { read: async () => file } },
  );

const rerun = async (jobId: string, key: string | null = null) => {
  const { data, errors } = await server.call<{
    rerunJob: { jobId: string; user_id: string; status: string };
  }>({
    token: admin,
    query: `mutation ($jobId: ID!, $key: String) {
      rerunJob(jobId: $jobId, idempotencyKey: $key) { jobId user_id status metadata }
    }`,
    variables: { jobId, key },
  });
  return { job: data?.rerunJob, error: errors[0] };
};

test('a job runs again as a job of its caller, with the same workflow, file, and metadata, and counts for as much', async () => {
  const { id } = await completedJob(new File(['The pump runs. The arm stops. '.repeat(3_000)], 'report.txt'));
  const { job } = await rerun(id);
  expect(job).toMatchObject({ user_id: world.users.admin.id, status: 'QUEUED', metadata: { order: 7 } });
  expect(job?.jobId).not.toBe(id);
  const { job: jobs } = server.context.db.prisma;
  const stored = async (id = '') => {
    const { status, workflow, ...others } = await jobs.findUniqueOrThrow({
      where: { id },
      select: { ...columns, file: { select: { text: true } }, steps: { select: { output: true } } },
    });
    return { status, workflow: JSON.parse(workflow ?? ''), ...others };
  };
  await expect.poll(async () => (await stored(job?.jobId)).status, { timeout: 10_000 }).toBe('COMPLETED');
  expect(await stored(job?.jobId)).toEqual(await stored(id));
  const { _sum } = await jobs.aggregate({ _sum: { storedBytes: true } });
  const { storedBytes } = await server.context.db.prisma.account.findUniqueOrThrow({
    where: { id: world.users.admin.accountId },
  });
  expect(Number(storedBytes)).toBe(_sum.storedBytes);
});

test('a job names the newest jobs that run it again, as far as the caller may see them', async () => {
  const { id } = await completedJob();
  const again: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    server.setNow(new Date(server.context.now().getTime() + 1));
    again.push((await rerun(id)).job?.jobId ?? '');
  }
  const read = async (token: string, jobId = id) => {
    const query = 'query ($id: ID!) { getJobResult(jobId: $id) { reruns } }';
    const variables = { id: jobId };
    const { data } = await server.call<{ getJobResult: { reruns: string[] } }>({ token, query, variables });
    return data?.getJobResult.reruns;
  };
  expect(await read(admin)).toEqual(again.slice(1).reverse());
  expect(await read(admin, again[0])).toEqual([]);
  // They are the admin's.
  const developer = await sessionToken(server.context, world.users.developer);
  expect(await read(developer)).toEqual([]);
});

test('an idempotency key runs a job again once', async () => {
  const { id } = await completedJob();
  const [first, second] = await Promise.all([rerun(id, 'again-1'), rerun(id, 'again-1')]);
  expect(first.job?.jobId).toBe(second.job?.jobId);
  expect((await rerun((await completedJob()).id, 'again-1')).error?.extensions.code).toBe('CONFLICT');
});

test('a call that is repeated with its key returns the same job, although what it ran again was deleted', async () => {
  const { id } = await completedJob();
  const first = await rerun(id, 'again-2');
  await server.context.db.write((tx) => tx.job.delete({ where: { id } }));
  expect(await rerun(id, 'again-2')).toMatchObject({ job: { jobId: first.job?.jobId } });
  expect((await rerun(id, 'again-3')).error?.extensions.code).toBe('NOT_FOUND');
});

test('a job that is deleted while it runs again leaves no new one without its file', async () => {
  const { id } = await completedJob(new File(['The pump runs.'], 'report.txt'));
  const { db } = server.context;
  const remove = db.write((tx) => tx.job.delete({ where: { id } }), {
    accountId: world.users.admin.accountId,
  });
  const reruns = await Promise.all([...Array.from({ length: 12 }, () => rerun(id)), remove]);
  const accepted = reruns.flatMap((answer) => ('job' in answer ? (answer.job?.jobId ?? []) : []));
  expect(await db.prisma.jobFile.count({ where: { jobId: { in: accepted } } })).toBe(accepted.length);
});

test('a job whose content is no longer kept is refused, with what to do', async () => {
  const { id } = await completedJob();
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { workflow: null } }));
  expect((await rerun(id)).error).toMatchObject({
    message: expect.stringContaining('Send the workflow again'),
    extensions: { code: 'CONFLICT' },
  });
});

test('a job that names a model that is gone is refused before anything is stored', async () => {
  const { id } = await completedJob();
  const { workflow } = await server.context.db.prisma.job.findUniqueOrThrow({ where: { id } });
  const changed = workflow?.replace('sandbox/fast', 'sandbox/fest') ?? '';
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { workflow: changed } }));
  const count = () => server.context.db.prisma.job.count();
  const before = await count();
  expect((await rerun(id)).error?.extensions).toMatchObject({
    code: 'WORKFLOW_INVALID',
    faults: [{ path: 'steps[0].model', code: 'MODEL_UNKNOWN' }],
  });
  expect(await count()).toBe(before);
});

test('a start with changes notes the job that it runs again, and is the same start again once that job is deleted', async () => {
  const { id } = await completedJob();
  const start = async (rerunOf: string) => {
    const { data, errors } = await server.call<{ enqueueWorkflow: { jobId: string; rerunOf: string } }>({
      token: admin,
      query: `mutation ($input: StartWorkflowInput!, $rerunOf: ID) {
        enqueueWorkflow(input: $input, rerunOf: $rerunOf, idempotencyKey: "changed") { jobId rerunOf }
      }`,
      variables: {
        input: { name: 'Changed', input: 'The pump runs.', steps: [{ ...step, instructions: 'Short.' }] },
        rerunOf,
      },
    });
    return { job: data?.enqueueWorkflow, error: errors[0] };
  };
  const { job } = await start(id);
  expect(job).toMatchObject({ rerunOf: id });
  await server.call({
    token: admin,
    query: 'mutation ($id: ID!) { deleteJob(jobId: $id) { success } }',
    variables: { id },
  });
  expect((await start(id)).job).toEqual(job);
  expect((await start('job_none')).error?.extensions?.code).toBe('NOT_FOUND');
});
