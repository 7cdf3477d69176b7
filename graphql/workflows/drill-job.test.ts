import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DrillTooLong, drillJob as replay } from '@/lib/engine/drill/drill-job';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { drillJob } from '@/lib/server/workflows/drill-job';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { badField, expectRefusal } from '@/testing/expect-answer';
import { waitingJob } from '@/testing/job-rows';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

vi.mock('@/lib/engine/drill/drill-job', { spy: true });
const replays = vi.mocked(replay);

let server: TestServer;
let world: TestWorld;
let token: string;
let id: string;

const input = {
  name: 'Drilled',
  input: 'The arm stops. The gripper is loud.',
  mode: 'SEQUENTIAL',
  steps: [
    { id: 'first', task: 'generation', model: 'sandbox/flaky', fallbacks: ['sandbox/quality'] },
    { id: 'second', task: 'summarization', strategy: 'COST' },
    { id: 'third', task: 'summarization', model: 'sandbox/limited', retries: 0, on_error: 'CONTINUE' },
  ],
};

beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  token = await sessionToken(server.context, world.users.developer);
  const { data } = await server.call({
    token,
    query: 'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId status } }',
    variables: { input },
  });
  expect(data).toMatchObject({ orchestrate: { status: 'COMPLETED_WITH_FAILURES' } });
  id = (data as { orchestrate: { jobId: string } }).orchestrate.jobId;
});
afterAll(() => server.close());

const document = `query (
  $id: ID!, $providersDown: [String!], $modelsDown: [String!], $downAs: DrillDownAs, $slow: [DrillSlow!],
  $priceFactor: [DrillPriceFactor!]
) {
  drillJob(jobId: $id, providersDown: $providersDown, modelsDown: $modelsDown, downAs: $downAs, slow: $slow,
    priceFactor: $priceFactor) {
    status cost milliseconds approvalMilliseconds error { code stepId docs }
    unchanged { cost milliseconds }
    actual { status cost milliseconds approvalMilliseconds }
    steps { id status model calls cost milliseconds reason error { code }
      unchanged { milliseconds } actual { status model calls cost milliseconds } }
    attempts { basis attempt { stepId number model outcome code cost milliseconds inputTokens estimated } }
  }
}`;
interface Figures {
  status: string;
  cost: number;
  milliseconds: number;
  model: string;
  calls: number;
}
interface JobFigures extends Figures {
  approvalMilliseconds: number;
}
interface Drill extends JobFigures {
  unchanged: Pick<Figures, 'cost' | 'milliseconds'>;
  actual: JobFigures;
  steps: (Figures & { id: string; unchanged: Pick<Figures, 'milliseconds'>; actual: Figures })[];
  attempts: {
    basis: string;
    attempt: { stepId: string; model: string; outcome: string; milliseconds: number };
  }[];
}
const call = (changes: Record<string, unknown> = {}) => ({
  token,
  query: document,
  variables: { id, ...changes },
});
const drill = async (changes?: Record<string, unknown>): Promise<Drill> => {
  const { data, errors } = await server.call<{ drillJob: Drill }>(call(changes));
  expect(errors).toEqual([]);
  return data?.drillJob as Drill;
};

test('with nothing changed, a stored job is drilled to what it really was', async () => {
  const { status, cost, milliseconds, unchanged, actual, steps, attempts } = await drill();
  expect({ status, cost }).toEqual({ status: actual.status, cost: actual.cost });
  expect(unchanged).toEqual({ cost, milliseconds });
  for (const { actual: really, ...step } of steps)
    expect(step).toMatchObject({
      status: really.status,
      model: really.model,
      calls: really.calls,
      cost: really.cost,
    });
  expect(attempts.map(({ basis }) => basis)).toEqual(attempts.map(() => 'RECORDED'));
  const listed = await server.call<{ listAttempts: Drill['attempts'][number]['attempt'][] }>({
    token,
    query: `query ($id: ID!) { listAttempts(jobId: $id) {
      stepId number model outcome code cost milliseconds inputTokens estimated } }`,
    variables: { id },
  });
  expect(attempts.map(({ attempt }) => attempt)).toEqual(listed.data?.listAttempts);
});

test('a model that is down gives way to the next, a slow one to its clock, and prices change the cost', async () => {
  const down = await drill({ modelsDown: ['sandbox/flaky'], downAs: 'NO_CONNECTION' });
  expect(down.steps[0]).toMatchObject({ status: 'COMPLETED', model: 'sandbox/quality' });
  expect(down.milliseconds).toBeGreaterThan(5_000);
  const slow = await drill({ slow: [{ of: 'sandbox', seconds: 11 }] });
  expect(
    slow.attempts
      .filter(({ attempt }) => attempt.stepId === 'first')
      .map(({ basis, attempt }) => [basis, attempt.milliseconds]),
  ).toContainEqual(['SCENARIO', 10_000]);
  const dear = await drill({ priceFactor: [{ of: 'sandbox/flaky', factor: 2 }] });
  expect(dear.steps[0]?.cost).toBeCloseTo(2 * (dear.steps[0]?.actual.cost ?? NaN), 9);
});

test('a drill that changes only a price takes the time of the same replay without changes', async () => {
  const { milliseconds, cost, unchanged, steps } = await drill({
    priceFactor: [{ of: 'sandbox/flaky', factor: 2 }],
  });
  expect(unchanged.milliseconds).toBe(milliseconds);
  expect(unchanged.cost).toBeLessThan(cost);
  expect(steps.map((step) => step.unchanged.milliseconds)).toEqual(steps.map((step) => step.milliseconds));
});

test('a job is replayed a second time only for what the response compares and the scenario changes', async () => {
  const down = { modelsDown: ['sandbox/flaky'] };
  replays.mockClear();
  await drill();
  expect(replays).toHaveBeenCalledTimes(1);
  await server.call({
    token,
    query:
      'query ($id: ID!, $modelsDown: [String!]) { drillJob(jobId: $id, modelsDown: $modelsDown) { cost } }',
    variables: { id, ...down },
  });
  expect(replays).toHaveBeenCalledTimes(2);
  await drill(down);
  expect(replays).toHaveBeenCalledTimes(4);
});

test('a replay without changes that is too long leaves its figures unknown, and a scenario of that kind is refused', async () => {
  const { drillJob: realReplay } = await vi.importActual<typeof import('@/lib/engine/drill/drill-job')>(
    '@/lib/engine/drill/drill-job',
  );
  replays.mockImplementation((job, options) =>
    options.scenario.down.length > 0 ? realReplay(job, options) : Promise.reject(new DrillTooLong()),
  );
  const { status, unchanged, steps } = await drill({ modelsDown: ['sandbox/flaky'] });
  expect(status).toBe('COMPLETED_WITH_FAILURES');
  expect(unchanged).toEqual({ cost: null, milliseconds: null });
  expect(steps.map((step) => step.unchanged.milliseconds)).toEqual([null, null, null]);
  const { errors } = await server.call(call());
  expect(errors[0]?.message).toBe('This job makes too many calls for a drill.');
  replays.mockImplementation(realReplay);
});

test('a provider that is down fails the job where it would have failed', async () => {
  const drilled = await drill({ providersDown: ['sandbox'] });
  expect(drilled).toMatchObject({
    status: 'FAILED',
    error: { code: 'FALLBACKS_EXHAUSTED', stepId: 'first' },
    cost: 0,
  });
  expect(drilled.steps.map(({ status }) => status)).toEqual(['FAILED', 'SKIPPED', 'SKIPPED']);
});

test('a person who decided is drilled as they did, in a time of its own', async () => {
  const steps = [
    { id: 'text', task: 'summarization', model: 'sandbox/fast' },
    { id: 'check', task: 'approval', dependsOn: ['text'] },
    { id: 'reply', task: 'generation', model: 'sandbox/fast', dependsOn: ['check'], input: '{{ input }}' },
  ];
  const { data } = await server.call<{ enqueueWorkflow: { jobId: string } }>({
    token,
    query: 'mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }',
    variables: { input: { ...input, steps } },
  });
  const jobId = data?.enqueueWorkflow.jobId ?? '';
  const { prisma } = server.context.db;
  const query =
    'mutation ($id: ID!) { decideApproval(jobId: $id, stepId: "check", decision: APPROVE) { jobId } }';
  const decide = () => server.call({ token, query, variables: { id: jobId } });
  await expect.poll(async () => (await decide()).errors, { timeout: 20_000 }).toEqual([]);
  const statusOf = async () => (await prisma.job.findUniqueOrThrow({ where: { id: jobId } })).status;
  await expect.poll(statusOf, { timeout: 20_000 }).toBe('COMPLETED');

  const { actual, steps: drilled, ...job } = await drill({ id: jobId });
  expect(job).toMatchObject({ status: 'COMPLETED', cost: actual.cost });
  expect(drilled.map(({ status, calls }) => [status, calls])).toEqual([
    ['COMPLETED', 1],
    ['COMPLETED', 0],
    ['COMPLETED', 1],
  ]);
  expect(actual.approvalMilliseconds).toBeLessThanOrEqual(actual.milliseconds);
  expect(Math.abs(job.approvalMilliseconds - actual.approvalMilliseconds)).toBeLessThan(20);
});

test('a drill writes nothing and calls no model', async () => {
  const count = async () => {
    const { prisma } = server.context.db;
    return [await prisma.attempt.count(), await prisma.job.count(), await prisma.auditEvent.count()];
  };
  const before = await count();
  await drill({ providersDown: ['sandbox'] });
  expect(await count()).toEqual(before);
});

test('a value out of bounds is refused by its field', async () => {
  const many = Array.from({ length: 21 }, () => 'sandbox');
  await expectRefusal(
    server,
    call({ providersDown: many }),
    badField('providersDown', 'providersDown has at most 20 entries.'),
  );
  const [of, seconds] = ['sandbox', 601];
  await expectRefusal(
    server,
    call({ slow: [{ of, seconds }] }),
    badField('slow.0.seconds', 'Seconds are from 0 to 600.'),
  );
});

test('a drill is given up once its caller has left', async () => {
  const { context } = server;
  const left = new Error('The caller has left.');
  const options = { budget: new ContentBudget(), signal: AbortSignal.abort(left) };
  const viewer = operatorViewer(world.users.developer);
  await expect(drillJob(context, viewer, id, {}, options)).rejects.toBe(left);
});

test('a job that runs is refused, and one without its content has no drill', async () => {
  const { developer } = world.users;
  await server.context.db.write((tx) => tx.job.create({ data: waitingJob(developer, 'job_waiting') }));
  const refused = await server.call({ token, query: document, variables: { id: 'job_waiting' } });
  expect(refused.errors[0]).toMatchObject({
    message: "This job hasn't ended yet.",
    extensions: { code: 'CONFLICT' },
  });
  await server.context.db.write((tx) => tx.job.update({ where: { id }, data: { workflow: null } }));
  expect((await server.call(call())).data).toEqual({ drillJob: null });
});
