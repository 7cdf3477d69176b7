import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

let server: TestServer;
let token: string;
let id: string;

const input = {
  name: 'Planned',
  input: 'The arm stops. The gripper is loud.',
  mode: 'SEQUENTIAL',
  steps: [
    { id: 'first', task: 'generation', model: 'sandbox/flaky' },
    { id: 'second', task: 'summarization', model: 'sandbox/fast' },
  ],
};
const planFields = 'estimatedCost maxCost estimatedTokens steps { id wave waitsFor model estimatedCost }';

beforeAll(async () => {
  server = await openTestServer();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
  const { data } = await server.call({
    token,
    query: 'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId status } }',
    variables: { input },
  });
  expect(data).toMatchObject({ orchestrate: { status: 'COMPLETED' } });
  id = (data as { orchestrate: { jobId: string } }).orchestrate.jobId;
});
afterAll(() => server.close());

const ask = async (query: string, variables: Record<string, unknown>) =>
  (await server.call({ token, query, variables })).data;
const planOfJob = () => ask(`query ($id: ID!) { getJobPlan(jobId: $id) { ${planFields} } }`, { id });

test("a job's plan is that of its workflow, and says which steps wait for which", async () => {
  const planned = await ask(
    `query ($input: StartWorkflowInput!) { planWorkflow(input: $input) { ${planFields} } }`,
    { input },
  );
  const { getJobPlan } = (await planOfJob()) as { getJobPlan: unknown };
  expect(planned).toEqual({ planWorkflow: getJobPlan });
  expect(getJobPlan).toMatchObject({
    estimatedCost: expect.any(Number),
    steps: [
      { id: 'first', wave: 1, waitsFor: [] },
      { id: 'second', wave: 2, waitsFor: ['first'] },
    ],
  });
});

test('an attempt has the prices of its cost, and when its model could be called again', async () => {
  const query = `query ($id: ID!) {
    listAttempts(jobId: $id) {
      outcome cost inputTokens outputTokens retryAt startedAt milliseconds prices { input output }
    }
  }`;
  type Listed = Record<'cost' | 'inputTokens' | 'outputTokens' | 'milliseconds', number> & {
    outcome: string;
    retryAt: string | null;
    startedAt: string;
    prices: { input: number; output: number } | null;
  };
  const { listAttempts } = (await ask(query, { id })) as { listAttempts: Listed[] };
  expect(listAttempts.map(({ outcome }) => outcome)).toEqual(['FAILED', 'ANSWERED', 'ANSWERED']);
  for (const { cost, inputTokens, outputTokens, prices } of listAttempts)
    expect((inputTokens * (prices?.input ?? NaN) + outputTokens * (prices?.output ?? NaN)) / 1e6).toBeCloseTo(
      cost,
      12,
    );
  const [failed, ...others] = listAttempts;
  expect(Number(failed?.retryAt)).toBeGreaterThan(Number(failed?.startedAt) + (failed?.milliseconds ?? 0));
  expect(others.map(({ retryAt }) => retryAt)).toEqual([null, null]);

  // Another price was charged than the catalog has by now.
  await server.context.db.write((tx) =>
    tx.attempt.updateMany({ where: { jobId: id, outcome: 'ANSWERED' }, data: { costNanos: 1n } }),
  );
  const later = (await ask(query, { id })) as { listAttempts: Listed[] };
  expect(later.listAttempts.slice(1).map(({ prices }) => prices)).toEqual([null, null]);
});

test("the cost of a job is summed over all its attempts; unknown costs are counted, and calls under way aren't", async () => {
  const query = `query ($id: ID!) {
    getJobResult(jobId: $id) {
      spent { ...s } spentWithoutResult { ...s } interruptions { lostAt foundAt resumedAt }
      steps { spentWithoutResult { ...s } }
    }
    listAttempts(jobId: $id) { connectMs firstTokenMs outcome }
  } fragment s on JobSpending { cost unknownCalls estimated }`;
  const { db } = server.context;
  const rows = await db.prisma.attempt.findMany({ where: { jobId: id }, orderBy: { startedAt: 'asc' } });
  const [failed, ...answered] = rows;
  if (!failed) throw new Error('The job has no attempt.');
  const further = (number: number, more: object) => ({ ...failed, number, costNanos: 7n, ...more });
  await db.write(async (tx) => {
    const lostAt = new Date(1_000);
    await tx.interruption.create({ data: { jobId: id, epoch: 1, lostAt } });
    await tx.attempt.createMany({
      data: [
        ...Array.from({ length: 1_100 }, (_, index) => further(100 + index, { estimated: false })),
        further(98, { outcome: 'LOST', costNanos: null, estimated: true }),
        further(97, { outcome: 'RUNNING', costNanos: 1_000n }),
        further(99, { outcome: 'PASSED_OVER', costNanos: 0n }),
      ],
    });
  });
  const { getJobResult: job, listAttempts } = (await ask(query, { id })) as {
    getJobResult: Record<string, unknown>;
    listAttempts: Record<string, unknown>[];
  };
  const nanos = answered.reduce((sum, { costNanos }) => sum + Number(costNanos), 0);
  const lost = { cost: (Number(failed.costNanos) + 7_700) / 1e9, unknownCalls: 1, estimated: true };
  expect(job).toEqual({
    spent: { cost: lost.cost + nanos / 1e9, unknownCalls: 1, estimated: true },
    spentWithoutResult: lost,
    interruptions: [{ lostAt: '1000', foundAt: null, resumedAt: null }],
    steps: [
      { spentWithoutResult: lost },
      { spentWithoutResult: { cost: 0, unknownCalls: 0, estimated: false } },
    ],
  });
  expect(listAttempts[0]).toMatchObject({ outcome: 'FAILED', connectMs: null });
  const whole = (await ask('query ($id: ID!) { listAttempts(jobId: $id, stepId: "second") { connectMs } }', {
    id,
  })) as typeof job;
  expect(whole.listAttempts).toEqual([{ connectMs: expect.any(Number) }]);
  await db.write(async (tx) => {
    await tx.attempt.deleteMany({ where: { jobId: id, number: { gte: 97 } } });
    await tx.interruption.deleteMany({ where: { jobId: id } });
  });
});

test('plans of large workflows count toward what a response may read', async () => {
  const large = { ...input, input: 'x'.repeat(1_000_000) };
  const { data } = await server.call<{ orchestrate: { jobId: string } }>({
    token,
    query: 'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId } }',
    variables: { input: large },
  });
  const aliases = Array.from({ length: 6 }, (_, index) => `p${index}: getJobPlan(jobId: $id) { maxCost }`);
  const { errors } = await server.call({
    token,
    query: `query ($id: ID!) { ${aliases.join(' ')} }`,
    variables: { id: data?.orchestrate.jobId },
  });
  expect(errors[0]?.extensions.code).toBe('RESPONSE_TOO_LARGE');
});

test('once the workflow is no longer kept, there is no plan', async () => {
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { workflow: null } }));
  expect(await planOfJob()).toEqual({ getJobPlan: null });
});
