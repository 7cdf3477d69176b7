import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

let server: TestServer;
let world: TestWorld;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
});
afterAll(() => server.close());

interface Step {
  id: string;
  status: string;
  output: unknown;
  attempts: number;
  cost: number;
  model: string | null;
  reusedFrom: string | null;
  messages: { content: string }[] | null;
}
interface Job {
  jobId: string;
  status: string;
  rerunOf: string | null;
  attempts: number;
  cost: number;
  steps: Step[];
  files: { stepId: string; name: string; id: string; url: string | null }[];
  workflow: { input: string; steps: { id: string; instructions?: string; model?: string }[] };
}
const jobFields = `jobId status rerunOf attempts cost workflow files { id stepId name url }
  steps { id status output attempts cost model reusedFrom messages { content } }`;

const model = 'sandbox/fast';
const workflow = {
  name: 'Chain',
  input: 'The arm stops. Write to ana@acme.test about it. The pump is loud.',
  steps: [
    {
      ...{ id: 'first', task: 'summarization', model },
      // Its output keeps the placeholder.
      preprocessors: [{ name: 'stripSensitiveData', options: { restore: false } }],
      postprocessors: [{ name: 'writeToTxt' }],
    },
    { id: 'second', task: 'generation', model, instructions: 'Short.', dependsOn: ['first'] },
    { id: 'third', task: 'summarization', model, dependsOn: ['second'] },
    { id: 'beside', task: 'summarization', model, input: 'Another text. It has two sentences.' },
  ],
};

async function call<Data>(query: string, variables: Record<string, unknown>, as = token) {
  return server.call<Data>({ token: as, query, variables });
}

async function run(input: object = workflow): Promise<Job> {
  const { data } = await call<{ orchestrate: Job }>(
    `mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { ${jobFields} } }`,
    { input },
  );
  if (!data) throw new Error('The workflow was refused.');
  return data.orchestrate;
}

interface Choice {
  fromStep?: string;
  changes?: object;
  key?: string;
}

async function rerun(jobId: string, choice: Choice, as = token) {
  const { data, errors } = await call<{ rerunJob: { jobId: string; rerunOf: string } }>(
    `mutation ($jobId: ID!, $fromStep: ID, $changes: RerunChangesInput, $key: String) {
      rerunJob(jobId: $jobId, fromStep: $fromStep, changes: $changes, idempotencyKey: $key) { jobId rerunOf }
    }`,
    { jobId, ...choice },
    as,
  );
  return { id: data?.rerunJob.jobId ?? '', error: errors[0] };
}

async function ended(jobId: string): Promise<Job> {
  const read = async () => {
    const { data } = await call<{ getJobResult: Job }>(
      `query ($jobId: ID!) { getJobResult(jobId: $jobId) { ${jobFields} } }`,
      { jobId },
    );
    return data?.getJobResult;
  };
  await expect.poll(async () => (await read())?.status, { timeout: 20_000 }).toMatch(/COMPLETED|FAILED/);
  return (await read()) as Job;
}

const stepOf = (job: Job, id: string) => job.steps.find((step) => step.id === id);

test('steps before the chosen one keep their outcomes and files, cost nothing, and name the job that made them', async () => {
  const earlier = await run();
  const { id } = await rerun(earlier.jobId, { fromStep: 'third' });
  const again = await ended(id);
  expect(again).toMatchObject({ status: 'COMPLETED', rerunOf: earlier.jobId, attempts: 1 });
  for (const reused of ['first', 'second', 'beside'])
    expect(stepOf(again, reused)).toMatchObject({
      ...{ status: 'COMPLETED', output: stepOf(earlier, reused)?.output, model },
      ...{ attempts: 0, cost: 0, messages: null, reusedFrom: earlier.jobId },
    });
  expect(stepOf(again, 'third')).toMatchObject({ attempts: 1, reusedFrom: null });
  expect(again.cost).toBe(stepOf(again, 'third')?.cost);
  // The step reads what it read before: the reused output has its placeholders.
  expect(stepOf(again, 'third')?.messages).toEqual(stepOf(earlier, 'third')?.messages);
  expect(JSON.stringify(stepOf(again, 'first')?.output)).toContain('[EMAIL_1]');
  expect(again.files).toMatchObject(earlier.files.map(({ stepId, name }) => ({ stepId, name })));
  expect(again.files[0]?.id).not.toBe(earlier.files[0]?.id);

  // Through a second rerun, the job that called the model is still named.
  const third = await ended((await rerun(id, { fromStep: 'third' })).id);
  expect(stepOf(third, 'first')?.reusedFrom).toBe(earlier.jobId);
  expect(third.rerunOf).toBe(id);
});

test('usage counts the calls of the new job alone, and storage its outputs once they are gone', async () => {
  const { db } = server.context;
  const { accountId } = world.users.developer;
  const earlier = await run();
  const calls = async () => {
    const { _sum } = await db.prisma.dailyModelUsage.aggregate({
      where: { accountId, model },
      _sum: { calls: true },
    });
    return _sum.calls ?? 0;
  };
  const before = await calls();
  const again = await ended((await rerun(earlier.jobId, { fromStep: 'third' })).id);
  expect((await calls()) - before).toBe(1);
  const { _sum } = await db.prisma.job.aggregate({ where: { accountId }, _sum: { storedBytes: true } });
  const files = await db.prisma.fileContent.findMany({ where: { accountId } });
  const { storedBytes } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const inFiles = files.reduce((sum, { size }) => sum + size + 512, 0);
  expect(Number(storedBytes)).toBe((_sum.storedBytes ?? 0) + inFiles);

  // The file is linked: deleting the earlier job leaves the content.
  await call('mutation ($id: ID!) { deleteJob(jobId: $id) { success } }', { id: earlier.jobId });
  const left = await ended(again.jobId);
  expect(left.files[0]?.url).toEqual(expect.stringContaining('/api/files/'));
  expect(stepOf(left, 'first')?.reusedFrom).toBe(earlier.jobId);
});

test('instructions, model, and input can be changed, and only steps that this concerns run', async () => {
  const earlier = await run();
  const changes = {
    steps: [{ id: 'third', instructions: 'In {{ variables }} words.', model: 'sandbox/quality' }],
  };
  const again = await ended((await rerun(earlier.jobId, { fromStep: 'third', changes })).id);
  expect(again.workflow.steps[2]).toMatchObject({
    ...{ instructions: 'In {{ variables }} words.', model: 'sandbox/quality' },
  });
  expect(stepOf(again, 'third')?.model).toBe('sandbox/quality');
  expect(again.attempts).toBe(1);

  const other = await ended(
    (await rerun(earlier.jobId, { changes: { input: 'A new text. It is here.' } })).id,
  );
  expect(other.workflow.input).toBe('A new text. It is here.');
  expect(other.steps.map(({ reusedFrom }) => reusedFrom)).toEqual([null, null, null, null]);

  // The other step has an input of its own: it isn't concerned.
  const from = await ended(
    (await rerun(earlier.jobId, { fromStep: 'first', changes: { input: 'New. Short.' } })).id,
  );
  expect(from.steps.map(({ reusedFrom }) => reusedFrom !== null)).toEqual([false, false, false, true]);
});

test.each<[string, Choice, object[]]>([
  ['an unknown step', { fromStep: 'none' }, [{ path: 'fromStep', code: 'STEP_UNKNOWN' }]],
  [
    'a change of an unknown step',
    { changes: { steps: [{ id: 'first' }, { id: 'none' }] } },
    [{ path: 'changes.steps[1].id', code: 'STEP_UNKNOWN' }],
  ],
  [
    'a change upstream',
    { fromStep: 'third', changes: { steps: [{ id: 'second', instructions: 'Long.' }] } },
    [
      {
        ...{ path: 'fromStep', code: 'STEP_NOT_REUSABLE' },
        message: 'The changes concern the step second, which third depends on. Run again from second.',
      },
    ],
  ],
  [
    'another input than reused steps read',
    { fromStep: 'second', changes: { input: 'Another.' } },
    [{ path: 'fromStep', code: 'STEP_NOT_REUSABLE' }],
  ],
  [
    'a template that is none',
    { changes: { steps: [{ id: 'third', instructions: '{{ input' }] } },
    [{ path: 'changes.steps[0].instructions', code: 'TEMPLATE_INVALID' }],
  ],
  [
    'an unknown model',
    { fromStep: 'third', changes: { steps: [{ id: 'third', model: 'sandbox/none' }] } },
    [{ path: 'changes.steps[0].model', code: 'MODEL_UNKNOWN' }],
  ],
])('%s is refused with its place, by the plan too, and stores nothing', async (_, choice, faults) => {
  const { jobId } = await run();
  const count = () => server.context.db.prisma.job.count();
  const before = await count();
  const refused = { code: 'WORKFLOW_INVALID', faults };
  expect((await rerun(jobId, choice)).error?.extensions).toMatchObject(refused);
  expect((await planned(jobId, choice)).error?.extensions).toMatchObject(refused);
  expect(await count()).toBe(before);
});

test("a fault of a part that no change reaches says to send a new workflow, and a fault that a change mends doesn't", async () => {
  const { jobId } = await run();
  const { db } = server.context;
  const { workflow: stored } = await db.prisma.job.findUniqueOrThrow({ where: { id: jobId } });
  const outdated = JSON.parse(stored ?? '');
  // As an earlier version took them.
  outdated.steps[1].instructions = '{{ steps.first.result }}';
  outdated.steps[3].input = '{{ steps.first.result }}';
  await db.write((tx) =>
    tx.job.update({ where: { id: jobId }, data: { workflow: JSON.stringify(outdated) } }),
  );
  const { error } = await rerun(jobId, { changes: { input: 'Another.' } });
  const faults = (error?.extensions?.faults ?? []) as unknown as { path: string; message: string }[];
  const [mendable, other] = faults;
  expect([mendable?.path, other?.path]).toEqual(['steps[1].instructions', 'steps[3].input']);
  expect(mendable?.message).not.toContain('as a new one');
  expect(other?.message).toMatch(/ A rerun can't change this\. Send the corrected workflow as a new one\.$/);
  const changes = { input: 'Another.', steps: [{ id: 'second', instructions: 'Short.' }] };
  expect((await rerun(jobId, { changes })).error?.extensions?.faults).toEqual([other]);
});

interface Plan {
  estimatedCost: number;
  maxCost: number;
  steps: { id: string; reused: boolean; estimatedCost: number; maxCost: number; model: string | null }[];
}

async function planned(jobId: string, choice: Choice, as = token) {
  const { data, errors } = await call<{ planRerun: Plan }>(
    `query ($jobId: ID!, $fromStep: ID, $changes: RerunChangesInput) {
      planRerun(jobId: $jobId, fromStep: $fromStep, changes: $changes) {
        estimatedCost maxCost steps { id reused estimatedCost maxCost model }
      }
    }`,
    { jobId, fromStep: choice.fromStep, changes: choice.changes },
    as,
  );
  return { plan: data?.planRerun, error: errors[0] };
}

test('the plan of a run from a step costs what its steps cost that run', async () => {
  const { jobId } = await run();
  const whole = (await planned(jobId, {})).plan;
  const part = (await planned(jobId, { fromStep: 'third' })).plan;
  expect(whole?.steps.map(({ reused }) => reused)).toEqual([false, false, false, false]);
  expect(part?.steps.map(({ reused }) => reused)).toEqual([true, true, false, true]);
  expect(part?.estimatedCost).toBe(part?.steps[2]?.estimatedCost);
  expect(part?.maxCost).toBe(part?.steps[2]?.maxCost);
  expect(part?.estimatedCost).toBeGreaterThan(0);
  expect(part?.estimatedCost).toBeLessThan(whole?.estimatedCost ?? 0);
});

test.each([
  ['a short text', 'It stops.'],
  ['a long text with line breaks and quotes', 'The arm "stops".\n'.repeat(2_000)],
  ['a text in Chinese', '机械臂停止了。'.repeat(300)],
])('a step that reads a kept output is estimated as with that text: %s', async (_what, text) => {
  const { jobId } = await run();
  await server.context.db.write((tx) =>
    tx.jobStep.updateMany({ where: { jobId, stepId: 'second' }, data: { output: JSON.stringify({ text }) } }),
  );
  const own = { ...workflow.steps[2], input: text, dependsOn: [] };
  const { data } = await call<{ planWorkflow: Plan }>(
    `query ($input: StartWorkflowInput!) {
      planWorkflow(input: $input) { estimatedCost maxCost steps { id } }
    }`,
    { input: { name: 'Alone', steps: [own] } },
  );
  const { plan } = await planned(jobId, { fromStep: 'third' });
  expect(plan).toMatchObject({
    estimatedCost: data?.planWorkflow.estimatedCost,
    maxCost: data?.planWorkflow.maxCost,
  });
});

test('a kept output that is too long to read is estimated by its bytes', async () => {
  const { jobId } = await run();
  const estimateOf = async (length: number) => {
    const data = { output: JSON.stringify({ text: 'stop '.repeat(length / 5) }) };
    await server.context.db.write((tx) =>
      tx.jobStep.updateMany({ where: { jobId, stepId: 'second' }, data }),
    );
    return (await planned(jobId, { fromStep: 'third' })).plan?.estimatedCost ?? 0;
  };
  const [read, unread] = [await estimateOf(60_000), await estimateOf(600_000)];
  expect(unread / read).toBeGreaterThan(5);
});

test('a job that failed continues at its failed step', async () => {
  const failing = { ...workflow, steps: workflow.steps.map((step) => ({ ...step })) };
  Object.assign(failing.steps[1] ?? {}, { model: 'sandbox/down', retries: 0 });
  const earlier = await run(failing);
  expect(earlier.status).toBe('FAILED');
  expect((await rerun(earlier.jobId, { fromStep: 'third' })).error?.extensions).toMatchObject({
    faults: [{ message: "The step second didn't complete, which third depends on. Run again from second." }],
  });
  const changes = { steps: [{ id: 'second', model }] };
  const again = await ended((await rerun(earlier.jobId, { fromStep: 'second', changes })).id);
  expect(again.status).toBe('COMPLETED');
  expect(stepOf(again, 'first')?.reusedFrom).toBe(earlier.jobId);
});

test('a key starts one job, and stands for the choice that it was sent with', async () => {
  const { jobId } = await run();
  const choice = { fromStep: 'third', key: 'from-third' };
  const [first, second] = await Promise.all([rerun(jobId, choice), rerun(jobId, choice)]);
  expect(first.id).toBe(second.id);
  expect((await rerun(jobId, { ...choice, fromStep: 'second' })).error?.extensions.code).toBe('CONFLICT');
});

test('outputs that are no longer kept, and a job under way, are refused with what to do', async () => {
  const { jobId } = await run();
  const { db } = server.context;
  const stepOne = { jobId_position: { jobId, position: 0 } };
  await db.write((tx) => tx.jobStep.update({ where: stepOne, data: { output: null } }));
  expect((await rerun(jobId, { fromStep: 'third' })).error).toMatchObject({
    message: 'The outputs of the earlier job are no longer kept. Run the whole workflow again.',
    extensions: { code: 'CONFLICT' },
  });
  await db.write((tx) => tx.job.update({ where: { id: jobId }, data: { finishedAt: null } }));
  for (const { error } of [
    await rerun(jobId, { fromStep: 'third' }),
    await planned(jobId, { fromStep: 'third' }),
  ])
    expect(error).toMatchObject({
      message: 'This job is still under way. Wait for its end, or cancel it.',
      extensions: { code: 'CONFLICT' },
    });
  await db.write((tx) => tx.job.update({ where: { id: jobId }, data: { workflow: null } }));
  expect((await planned(jobId, {})).error?.extensions.code).toBe('CONFLICT');
});

test("a colleague's job is as unknown as none", async () => {
  const { jobId } = await run();
  const colleague = await sessionToken(server.context, world.users.colleague);
  const none = 'job_00000000000000000000';
  const choice = { fromStep: 'third' };
  expect((await rerun(jobId, choice, colleague)).error).toEqual((await rerun(none, choice, colleague)).error);
  expect((await planned(jobId, choice, colleague)).error).toEqual(
    (await planned(none, choice, colleague)).error,
  );
});
