import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { deleteJob } from '@/lib/server/workflows/delete-job';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { pruneJobs } from '@/lib/server/workflows/prune-jobs';
import { rerunJob } from '@/lib/server/workflows/rerun-job';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, keyOf, sessionToken, type TestWorld } from '@/testing/test-world';
import { type WatchedRows, watchRows } from '@/testing/watch-rows';

// The requests of jobs and the prompts of their steps, in the API.

let server: TestServer;
let world: TestWorld;
let developer: Viewer;
let watched: WatchedRows;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  world = await createTestWorld(server.context);
  developer = operatorViewer(world.users.developer);
  watched = watchRows(server.context.db);
  server.context.db = watched.db;
});
afterAll(() => server.close());
beforeEach(() => watched.take());

interface Asked {
  workflow: StartInput | null;
  input: string | null;
  variables: Record<string, unknown> | null;
  inputFile: { name: string; bytes: number; beginning: string | null } | null;
  apiKey: { id: string; name: string | null; hint: string | null } | null;
  steps: {
    id: string;
    definition: Record<string, unknown> | null;
    conditionValues: Record<string, unknown> | null;
    moreMessages: boolean;
    messages:
      | { role: string; content: string; ending: string | null; bytes: number; attempt: number }[]
      | null;
  }[];
}

const everything = `
  workflow input variables inputFile { name bytes beginning } apiKey { id name hint }
  steps { id definition conditionValues moreMessages messages { role content ending bytes attempt } }`;

async function ask(jobId: string, { user = world.users.developer, selection = everything } = {}) {
  const token = await sessionToken(server.context, user);
  watched.take();
  const query = `query ($jobId: ID!) { getJobResult(jobId: $jobId) { ${selection} } }`;
  const { data, errors } = await server.call<{ getJobResult: Asked } | null>({
    token,
    query,
    variables: { jobId },
  });
  return { job: data?.getJobResult, errors };
}

const run = async (input: Partial<StartInput> & Pick<StartInput, 'steps'>, file?: File) => {
  const whole = { input: 'The arm stops.', ...input };
  const options = file ? { file: { read: async () => file } } : {};
  return (await orchestrate(server.context, developer, whole, options)).id;
};

const letter = 'Write to ada@acme.example about the arm. It stops each morning.';
const triage: StartInput['steps'] = [
  { id: 'topic', task: 'classification', options: { labels: ['hardware', 'software'] } },
  {
    ...{ id: 'answer', task: 'generation', dependsOn: ['topic'], input: '{{ input }}' },
    condition: 'steps.topic.output.label == "hardware" && variables.tier == "gold"',
    instructions: 'Be brief. Answer {{ variables.name }}.',
    preprocessors: [{ name: 'stripSensitiveData' }],
  },
  { id: 'other', task: 'generation', dependsOn: ['topic'], condition: 'variables.tier == "free"' },
];

test('a job says what it was asked, and each step its definition, what its condition read, and its prompt', async () => {
  const variables = { tier: 'gold', name: 'Ada' };
  const metadata = { ticket: 'T-12' };
  const callbacks = [{ status: 'FAILED' as const, url: 'https://app.example/hook' }];
  const id = await run({
    ...{ name: 'Triage', input: letter, variables, metadata, callbacks },
    steps: triage,
  });
  const { job, errors } = await ask(id);
  expect(errors).toEqual([]);
  expect(job).toMatchObject({ input: letter, variables, inputFile: null, apiKey: null });
  expect(job?.workflow).toEqual({
    ...{ name: 'Triage', input: letter, variables, metadata, callbacks },
    steps: job?.steps.map(({ definition }) => definition),
  });
  const [topic, answer, other] = job?.steps ?? [];
  expect(answer?.definition).toMatchObject({ ...triage[1], preprocessors: [{ name: 'stripSensitiveData' }] });
  expect(topic?.conditionValues).toBeNull();
  expect(answer?.conditionValues).toEqual({
    'variables.tier': 'gold',
    'steps.topic.output': expect.objectContaining({ label: 'hardware' }),
  });
  expect(other).toMatchObject({ conditionValues: { 'variables.tier': 'gold' }, messages: null });
  expect(topic?.messages?.map(({ role, attempt }) => [role, attempt])).toEqual([
    ['system', 1],
    ['user', 1],
  ]);
  expect(answer?.messages?.[0]?.content).toContain('Be brief. Answer Ada.');
});

test('a prompt has placeholders where values were hidden, as it left', async () => {
  const id = await run({
    input: letter,
    variables: { tier: 'gold', name: 'ada@acme.example' },
    steps: triage,
  });
  const { job } = await ask(id);
  const messages = job?.steps[1]?.messages ?? [];
  expect(messages[1]?.content).toBe(letter.replace('ada@acme.example', '[EMAIL_1]'));
  expect(messages[0]?.content).toContain('Answer [EMAIL_1].');
  expect(JSON.stringify(messages)).not.toContain('ada@');
});

test('a file that came with a workflow is shown by its name, size, and beginning', async () => {
  const text = `${'é'.repeat(5_000)}.`;
  const steps = [{ id: 'a', task: 'summarization' }];
  const { job } = await ask(await run({ input: '', steps }, new File([text], 'notes.txt')));
  expect(job?.inputFile).toEqual({ name: 'notes.txt', bytes: 10_001, beginning: 'é'.repeat(4_000) });
  expect(job?.input).toBeNull();
  // SQLite would read all of a file for its first characters.
  expect(watched.take().filter(({ sql }) => /(?<!octet_length\()"text"/.test(sql))).toEqual([]);
});

describe('the workflow of a job, sent again, makes an equal plan', () => {
  const every: StartInput['steps'][number] = {
    ...{
      id: 'every',
      task: 'summarization',
      options: { format: 'bullets' },
      tone: 'formal',
      strategy: 'COST',
    },
    ...{ model: 'sandbox/fast', fallbacks: ['sandbox/quality'], temperature: 0, max_tokens: 200, retries: 0 },
    ...{ timeout_ms: 5_000, first_token_timeout_ms: 4_000, idle_timeout_ms: 3_000 },
    ...{ on_error: 'CONTINUE', on_refusal: 'FALLBACK' },
    preprocessors: [
      { name: 'enforceTokenLimit', options: { max_tokens: 100 } },
      { name: 'standardizeEncoding' },
    ],
    postprocessors: [{ name: 'writeToMarkdown' }],
  };
  const step = (id: string, more: object = {}) => ({ id, task: 'generation', ...more });
  test.each<[string, Partial<StartInput> & Pick<StartInput, 'steps'>]>([
    ['with every field', { steps: [every], variables: { a: [1, null] }, name: 'All', metadata: { n: 1 } }],
    ['with dependencies', { steps: triage, variables: { tier: 'x' } }],
    ['in parallel', { mode: 'PARALLEL', steps: [step('a'), step('b')] }],
    ['in sequence', { mode: 'SEQUENTIAL', steps: [step('a'), step('b'), step('c', { dependsOn: ['a'] })] }],
  ])('%s', async (_, input) => {
    const id = await run(input);
    const { job } = await ask(id);
    const again = await run({ input: '', ...(job?.workflow as StartInput) });
    const [first, second] = await Promise.all(
      [id, again].map((one) =>
        server.context.db.prisma.job.findUniqueOrThrow({
          where: { id: one },
          select: { workflow: true, slots: true },
        }),
      ),
    );
    expect(JSON.parse(second?.workflow ?? '')).toEqual(JSON.parse(first?.workflow ?? ''));
    expect(second?.slots).toBe(first?.slots);
  });

  test('in sequence, from a job that was stored before modes were', async () => {
    const steps = [step('a'), step('b'), step('c', { dependsOn: ['a'] })];
    const id = await run({ mode: 'SEQUENTIAL', steps });
    const { db } = server.context;
    const { workflow } = await db.prisma.job.findUniqueOrThrow({ where: { id } });
    const { mode: _, ...before } = JSON.parse(workflow ?? '');
    await db.write((tx) => tx.job.update({ where: { id }, data: { workflow: JSON.stringify(before) } }));
    const { job } = await ask(id);
    expect(job?.workflow).toMatchObject({ mode: 'SEQUENTIAL', steps: [{ id: 'a' }, { id: 'b' }, steps[2]] });
  });
});

test('a key that started a job is named, also once it is revoked; a deleted one keeps its id', async () => {
  const { apiKey, rawKey: token } = await keyOf(server.context, world.users.developer, ['read', 'write']);
  const input = { input: 'The arm stops.', steps: [{ id: 'a', task: 'generation' }] };
  const { data } = await server.call<{ enqueueWorkflow: { jobId: string; apiKey: Asked['apiKey'] } }>({
    token,
    query:
      'mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId apiKey { id name hint } } }',
    variables: { input },
  });
  const known = { id: apiKey.id, name: apiKey.name, hint: apiKey.hint };
  expect(data?.enqueueWorkflow.apiKey).toEqual(known);
  const id = data?.enqueueWorkflow.jobId ?? '';
  const keyNow = async () => (await ask(id)).job?.apiKey;
  expect(await keyNow()).toEqual(known);
  const { db } = server.context;
  await db.write((tx) => tx.apiKey.update({ where: { id: apiKey.id }, data: { status: 'REVOKED' } }));
  expect(await keyNow()).toEqual(known);
  await db.write((tx) => tx.apiKey.delete({ where: { id: apiKey.id } }));
  expect(await keyNow()).toEqual({ id: apiKey.id, name: null, hint: null });
});

test('an admin of the account reads it; a colleague and another account read nothing of it', async () => {
  const id = await run({ steps: triage, variables: { tier: 'gold', name: 'Ada' } });
  const own = await ask(id);
  expect(await ask(id, { user: world.users.admin })).toEqual(own);
  for (const user of [world.users.colleague, world.strangers.admin]) {
    const { job, errors } = await ask(id, { user });
    expect(job).toBeUndefined();
    expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
    const read = watched.take().filter(({ sql }) => /FROM "(Job|JobStep|JobFile|StepPrompt)"/.test(sql));
    expect(read.map(({ rows }) => rows)).toEqual([0]);
  }
});

test('a colleague whose idempotency key returns a job reads neither whose key it was nor its prompts', async () => {
  const input = { input: 'The arm stops.', steps: [{ id: 'a', task: 'generation' }] };
  const send = async (user: typeof world.users.colleague, more: 'admin'[] = []) => {
    const { rawKey: token } = await keyOf(server.context, user, ['read', 'write', ...more]);
    const { data, errors } = await server.call<{ orchestrate: Asked & { jobId: string; status: string } }>({
      token,
      query: `mutation ($input: StartWorkflowInput!) {
        orchestrate(input: $input, idempotencyKey: "shared") { jobId status ${everything} }
      }`,
      variables: { input },
    });
    expect(errors).toEqual([]);
    return data?.orchestrate;
  };
  const own = await send(world.users.developer);
  expect(own?.apiKey?.id).toEqual(expect.any(String));
  expect(own?.steps[0]?.messages).toHaveLength(2);
  expect(await send(world.users.colleague)).toEqual({
    ...{ jobId: own?.jobId, status: 'COMPLETED' },
    ...{ workflow: null, input: null, variables: null, inputFile: null, apiKey: null },
    steps: [{ id: 'a', definition: null, conditionValues: null, moreMessages: false, messages: null }],
  });
  expect(await send(world.users.admin, ['admin'])).toEqual(own);
});

test('a key that may only write runs a job again, but reads nothing of what it was asked', async () => {
  const id = await run({ steps: triage, variables: { tier: 'gold', name: 'Ada' } });
  const { rawKey: token } = await keyOf(server.context, world.users.developer, ['write']);
  const { data, errors } = await server.call<{ rerunJob: Asked & { status: string } }>({
    token,
    query: `mutation ($id: ID!) { rerunJob(jobId: $id) { status ${everything} } }`,
    variables: { id },
  });
  const { status, steps, ...asked } = data?.rerunJob ?? {};
  expect(status).toBe('QUEUED');
  expect(Object.values(asked).filter((value) => value !== null)).toEqual([]);
  expect(steps?.map(({ definition, messages }) => [definition, messages])).toEqual(
    triage.map(() => [null, null]),
  );
  expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['FORBIDDEN']));
});

test('a caller who selects none of it reads none of it', async () => {
  const id = await run({ input: 'x'.repeat(500_000), steps: [{ id: 'a', task: 'generation' }] });
  await ask(id, { selection: 'status cost metadata steps { id status output error { code } }' });
  const taken = watched.take();
  expect(taken.filter(({ sql }) => /StepPrompt|JobFile|ApiKey" WHERE "id" IN/.test(sql))).toEqual([]);
  expect(taken.reduce((sum, { characters }) => sum + characters, 0)).toBeLessThan(20_000);
});

test('workflows that are too large for one response fail before any is read', async () => {
  const id = await run({ input: 'x'.repeat(1_000_000), steps: [{ id: 'a', task: 'generation' }] });
  const aliases = Array.from({ length: 5 }, (_, index) => `w${index}: workflow`);
  const { errors } = await ask(id, { selection: aliases.join(' ') });
  expect(errors).toHaveLength(5);
  expect(errors[0]?.extensions.code).toBe('RESPONSE_TOO_LARGE');
  expect(watched.take().reduce((sum, { characters }) => sum + characters, 0)).toBeLessThan(20_000);
  expect((await ask(id)).errors).toEqual([]);
});

test("nothing is left of it after the plan's days, nor after the job is deleted", async () => {
  const { context } = server;
  const id = await run({ steps: triage, variables: { tier: 'gold', name: 'Ada' } });
  const other = await run({ steps: triage, variables: { tier: 'gold', name: 'Ada' } });
  const promptsOf = (jobId: string) => context.db.prisma.stepPrompt.count({ where: { jobId } });
  expect(await promptsOf(id)).toBe(2);
  await deleteJob(context, developer, other);
  expect(await promptsOf(other)).toBe(0);
  const later = new Date(Date.now() + 400 * 24 * 3600_000);
  await pruneJobs({ ...context, now: () => later });
  expect(await promptsOf(id)).toBe(0);
  const { job, errors } = await ask(id);
  expect(errors).toEqual([]);
  expect(job).toEqual({
    ...{ workflow: null, input: null, variables: null, inputFile: null, apiKey: null },
    steps: triage.map((step) => ({
      ...{ id: step.id, definition: null, conditionValues: null, messages: null, moreMessages: false },
    })),
  });
});

test('a job that is run again says what it was asked at once', async () => {
  const id = await run({ steps: triage, variables: { tier: 'gold', name: 'Ada' } });
  const again = await rerunJob(server.context, developer, id, {});
  expect((await ask(again.id, { selection: 'workflow' })).job).toEqual(
    (await ask(id, { selection: 'workflow' })).job,
  );
});
