import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { getJob } from '@/lib/server/workflows/get-job';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';
import type { User } from '@/prisma/generated/prisma/client';
import { type ApiResponse, openTestServer, TEST_NOW, type TestServer } from '@/testing/test-server';
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

const run = (input: object) =>
  server.call<{ orchestrate: Record<string, unknown> }>({
    token,
    query: `mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) {
      jobId status result cost tokensIn tokensOut error { code message stepId }
      steps { id status output model reason attempts fallbacks truncated latencyMs cost error { code message } }
    } }`,
    variables: { input },
  });

test('a workflow of two steps runs, and its job says how', async () => {
  const { data, errors } = await run({
    name: 'Support ticket triage',
    input: 'The gripper stops after two minutes and the app shows error E42.',
    steps: [
      {
        id: 'topic',
        task: 'classification',
        strategy: 'SPEED',
        options: { labels: ['hardware', 'software', 'billing'] },
      },
      {
        id: 'reply',
        task: 'generation',
        dependsOn: ['topic'],
        input: 'Topic: {{ steps.topic.output.label }}\n\n{{ input }}',
        instructions: 'Write a first answer to the customer.',
        tone: 'friendly',
        max_tokens: 300,
        fallbacks: ['sandbox/quality'],
      },
    ],
  });
  expect(errors).toEqual([]);
  expect(data?.orchestrate).toMatchObject({
    status: 'COMPLETED',
    error: null,
    steps: [
      { id: 'topic', status: 'COMPLETED', model: 'sandbox/fast', attempts: 1, fallbacks: [] },
      { id: 'reply', status: 'COMPLETED', truncated: false, error: null },
    ],
  });
  const { result, steps: made, cost, tokensOut } = data?.orchestrate ?? {};
  expect(made).toMatchObject([{}, { output: result }]);
  expect(cost).toBeGreaterThan(0);
  expect(tokensOut).toBeGreaterThan(0);
});

const steps = [{ id: 'only', task: 'summarization' }];

test('the file of a workflow is read only if the workflow has no fault', async () => {
  const read = vi.fn(async () => new File(['The arm stops.'], 'arm.txt'));
  const viewer = operatorViewer(world.users.developer);
  const enqueue = (asked: StartInput['steps']) =>
    enqueueWorkflow(server.context, viewer, { steps: asked }, { file: { read } });
  for (const fault of [{ tone: 'rude' }, { input: '{{ input' }])
    await expect(enqueue([{ id: 'only', task: 'summarization', ...fault }])).rejects.toMatchObject({
      code: 'WORKFLOW_INVALID',
    });
  expect(read).not.toHaveBeenCalled();
  expect((await enqueue(steps)).status).toBe('QUEUED');
  expect(read).toHaveBeenCalledOnce();
});

test('a key starts one job, however often and at once its call is sent; another input is a CONFLICT', async () => {
  const send = (input: string) =>
    server.call<{ enqueueWorkflow: { jobId: string } }>({
      token,
      query: `mutation ($input: StartWorkflowInput!) {
        enqueueWorkflow(input: $input, idempotencyKey: "order-1") { jobId }
      }`,
      variables: { input: { input, steps } },
    });
  const sent = await Promise.all([send('The arm stops.'), send('The arm stops.'), send('The arm stops.')]);
  const again = await send('The arm stops.');
  expect(new Set([...sent, again].map(({ data }) => data?.enqueueWorkflow.jobId)).size).toBe(1);
  expect((await send('The arm moves.')).errors[0]?.extensions.code).toBe('CONFLICT');
});

test('a key and an input of another user of the account return the same job, which stays theirs', async () => {
  const { users } = world;
  const send = async (user: User, input: string, field = 'enqueueWorkflow') =>
    server.call<Record<string, { jobId: string; user_id: string }>>({
      token: await sessionToken(server.context, user),
      query: `mutation ($input: StartWorkflowInput!) {
        ${field}(input: $input, idempotencyKey: "order-9") { jobId user_id }
      }`,
      variables: { input: { input, steps } },
    });
  const first = (await send(users.developer, 'The arm stops.')).data?.enqueueWorkflow;
  expect((await send(users.colleague, 'The arm stops.')).data?.enqueueWorkflow).toEqual(first);
  expect((await send(users.colleague, 'The arm stops.', 'orchestrate')).data?.orchestrate).toEqual(first);
  expect((await send(users.colleague, 'The arm moves.')).errors[0]).toMatchObject({
    message: expect.stringContaining('was used in your account for another input'),
    extensions: { code: 'CONFLICT' },
  });
  const read = async (user: User) =>
    server.call({
      token: await sessionToken(server.context, user),
      query: 'query ($id: ID!) { getJobResult(jobId: $id) { jobId } }',
      variables: { id: first?.jobId },
    });
  expect((await read(users.admin)).errors).toEqual([]);
  expect((await read(users.colleague)).errors[0]?.extensions.code).toBe('NOT_FOUND');
});

const mutation = 'enqueueWorkflow(input: $input) { jobId }';
test.each([
  [`a: ${mutation} b: ${mutation}`, '', 'BAD_USER_INPUT'],
  [`a: ${mutation} ... on Mutation { b: ${mutation} }`, '', 'BAD_USER_INPUT'],
  ['...two', `fragment two on Mutation { a: ${mutation} b: ${mutation} }`, 'BAD_USER_INPUT'],
  [
    `a: ${mutation} ...again`,
    'fragment again on Mutation { a: enqueueWorkflow(input: $input) { name } }',
    null,
  ],
])('the header Idempotency-Key of mutation { %s } %s', async (selections, fragments, code) => {
  const query = `mutation ($input: StartWorkflowInput!) { ${selections} } ${fragments}`;
  const variables = { input: { input: 'The arm stops.', steps } };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'order-2' };
  const response = await server.post(JSON.stringify({ query, variables }), headers);
  const { errors } = (await response.json()) as Partial<ApiResponse<unknown>>;
  expect(errors?.[0]?.extensions.code ?? null).toBe(code);
});

test('one request starts one workflow, however its document names them', async () => {
  const query = `mutation ($input: StartWorkflowInput!) {
    a: enqueueWorkflow(input: $input) { jobId } b: orchestrate(input: $input) { jobId }
  }`;
  const variables = { input: { input: 'The arm stops.', steps, name: 'Twice' } };
  const { errors } = await server.call({ token, query, variables });
  expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(await server.context.db.prisma.job.count({ where: { name: 'Twice' } })).toBe(0);
});

test('the response to an enqueued workflow says when its job was stored', async () => {
  const later = { ...server.context, now: () => new Date(TEST_NOW.getTime() + 1_000) };
  const viewer = operatorViewer(world.users.developer);
  const { id, createdAt } = await enqueueWorkflow(later, viewer, { input: 'The arm stops.', steps }, {});
  expect((await getJob(later, viewer, id)).createdAt).toEqual(createdAt);
});

test('a step whose text no model holds has a model in the plan only if its task divides texts', async () => {
  const input = 'The arm stops. '.repeat(15_000);
  const { data } = await server.call<{ planWorkflow: { steps: object[] } }>({
    token,
    query: `query ($input: StartWorkflowInput!) {
      planWorkflow(input: $input) { steps { model reason fallbacks estimatedTokens maxCost } }
    }`,
    variables: {
      input: {
        input,
        steps: [
          { id: 'short', task: 'summarization' },
          { id: 'new', task: 'generation' },
        ],
      },
    },
  });
  expect(data?.planWorkflow.steps).toMatchObject([
    { model: 'sandbox/fast', reason: expect.stringContaining('Its text is divided.') },
    {
      model: null,
      reason: 'No model fits.',
      fallbacks: [],
      estimatedTokens: expect.any(Number),
      maxCost: null,
    },
  ]);
});

test('a plan warns about a name in a template that nothing has, and the workflow can be started', async () => {
  const input = {
    input: 'The arm stops.',
    steps: [{ id: 'a', task: 'generation', instructions: 'In {{ variables.langauge }}.' }],
  };
  const { data } = await server.call<{ planWorkflow: { warnings: object[] } }>({
    token,
    query: `query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { warnings { path message } } }`,
    variables: { input },
  });
  expect(data?.planWorkflow.warnings).toEqual([
    {
      path: 'steps[0].instructions',
      message: 'The request has no variable "langauge", so it renders as nothing.',
    },
  ]);
  const { errors } = await server.call({
    token,
    query: `mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }`,
    variables: { input },
  });
  expect(errors).toEqual([]);
});

test.each(['input', 'file', 'steps.first.output'])(
  'a plan counts the text that a template reads as {{ %s }}',
  async (read) => {
    const plan = async (template: string | null, instructions: string | null = null) => {
      const { data } = await server.call<{ planWorkflow: { steps: { estimatedTokens: number }[] } }>({
        token,
        query: `query ($input: StartWorkflowInput!) {
        planWorkflow(input: $input, fileBytes: 40000) { steps { estimatedTokens } }
      }`,
        variables: {
          input: {
            input: read === 'file' ? '' : 'The arm stops. '.repeat(2_000),
            steps: [
              { id: 'first', task: 'translation', options: { target_language: 'de' } },
              {
                id: 'second',
                task: 'summarization',
                input: template,
                instructions,
                dependsOn: read.startsWith('steps') ? ['first'] : [],
              },
            ],
          },
        },
      });
      return data?.planWorkflow.steps[1]?.estimatedTokens ?? 0;
    };
    const [plain, asTemplate] = [await plan(null), await plan(`{{ ${read} }}`)];
    expect(plain).toBeGreaterThan(5_000);
    expect(asTemplate / plain).toBeCloseTo(1, 1);
    expect(await plan(null, `{{ ${read} }}`)).toBeGreaterThan(plain + 5_000);
  },
);

test('metadata is bounded in bytes, not in characters', async () => {
  const fits = await run({ input: 'A text.', steps, metadata: { text: 'é'.repeat(2_040) } });
  expect(fits.errors).toEqual([]);
  const tooLong = await run({ input: 'A text.', steps, metadata: { text: 'é'.repeat(2_050) } });
  expect(tooLong.errors[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { metadata: 'Metadata has at most 4 KiB.' },
  });
});

test('a list of jobs has the same figures as each job, whether or not its content is still kept', async () => {
  const { data } = await run({ name: 'Listed', input: 'The arm stops.', steps });
  const jobId = String(data?.orchestrate.jobId);
  const fields =
    'jobId status contentRemoved attempts tokensIn tokensOut cost steps { id status attempts cost }';
  const read = async () => {
    const { data: both } = await server.call<{ listJobs: object[]; getJobResult: object }>({
      token,
      query: `query ($jobId: ID!) {
        listJobs(name: "Listed", limit: 5) { ${fields} } getJobResult(jobId: $jobId) { ${fields} }
      }`,
      variables: { jobId },
    });
    expect(both?.listJobs).toEqual([both?.getJobResult]);
    return both?.getJobResult;
  };
  expect(await read()).toMatchObject({ jobId, contentRemoved: false, attempts: 1 });
  await server.context.db.write((tx) => tx.job.update({ where: { id: jobId }, data: { workflow: null } }));
  expect(await read()).toMatchObject({ jobId, contentRemoved: true, attempts: 1 });
});

test('a job whose end reaches a usage alert ends, and raises it', async () => {
  const ctx = server.context;
  const { accountId } = world.users.developer;
  await ctx.db.write(async (tx) => {
    const plan = await tx.plan.update({ where: { id: 'plan_pro' }, data: { includedExecutions: 1 } });
    await tx.account.update({ where: { id: accountId }, data: { planId: plan.id, usageAlerts: [50] } });
  });
  const workflow = { input: 'The arm stalls.', steps: [{ id: 's', task: 'generation' }] };
  const { data, errors } = await run(workflow);
  expect(errors).toEqual([]);
  expect(data?.orchestrate.status).toBe('COMPLETED');
  expect(await ctx.db.prisma.usageAlert.count({ where: { accountId, percent: 50 } })).toBe(1);
});

test('a limit that executions under way would pass refuses the next job; an unlimited month refuses none', async () => {
  const { context } = server;
  const viewer = operatorViewer(world.strangers.developer);
  const { accountId } = viewer;
  const choose = (planId: string, billedPlanId = planId) =>
    context.db.write(async (tx) => {
      await tx.account.update({ where: { id: accountId }, data: { planId } });
      await tx.planDay.deleteMany({ where: { accountId } });
      await tx.planDay.create({ data: { accountId, day: '2026-05-01', planId: billedPlanId, billedPlanId } });
      if (planId !== billedPlanId)
        await tx.planDay.create({ data: { accountId, day: '2026-06-30', planId, billedPlanId } });
    });
  const enqueue = () => enqueueWorkflow(context, viewer, { input: 'A text.', steps }, {});
  await choose('plan_basic');
  await context.db.write((tx) =>
    tx.plan.update({ where: { id: 'plan_basic' }, data: { includedExecutions: 1 } }),
  );
  const sent = await Promise.allSettled([enqueue(), enqueue()]);
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(enqueue()).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });

  server.setNow(new Date('2026-06-30T12:00:00.000Z'));
  await choose('plan_basic', 'plan_enterprise');
  await expect(enqueue()).resolves.toMatchObject({ status: 'QUEUED' });
});
