import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

/** The faults with which a start of the workflow is refused. */
async function faultsOf(input: unknown): Promise<string[]> {
  const query = 'mutation ($input: StartWorkflowInput!) { orchestrate(input: $input) { jobId } }';
  const response = await server.post(JSON.stringify({ query, variables: { input } }), {
    authorization: `Bearer ${token}`,
  });
  const { data, errors } = await response.json();
  expect(data).toBeNull();
  expect(errors[0].extensions.code).toBe('WORKFLOW_INVALID');
  expect(errors[0].path).toEqual(['orchestrate']);
  return errors[0].extensions.faults.map(
    ({ path, message }: Record<string, string>) => `${path}: ${message}`,
  );
}

test("values that don't fit the schema are faults with a path, together with the plan's faults in the rest", async () => {
  const steps = [
    { id: 'a', task: 'summarize', strategy: 'CHEEP', instruction: 'Be brief.' },
    { id: 'b', task: 'generation', dependsOn: ['c'], temperature: 'hot', max_tokens: 1.5 },
  ];
  expect(await faultsOf({ input: 'Text.', mode: 'serial', steps })).toEqual([
    'mode: mode must be one of DEPENDENCY, PARALLEL, SEQUENTIAL.',
    'steps[0].strategy: strategy must be one of BALANCED, COST, QUALITY, SPEED.',
    'steps[0].instruction: There is no field instruction. Did you mean instructions?',
    'steps[1].temperature: temperature must be a number.',
    'steps[1].max_tokens: max_tokens must be a whole number.',
    'steps[0].task: There is no task named summarize. Did you mean summarization?',
    'steps[1].dependsOn[0]: There is no step named c.',
  ]);
});

test('of a workflow that lacks what a plan needs, only that is said', async () => {
  expect(await faultsOf({ steps: [{ id: 'a', tone: 5 }, 'b'] })).toEqual([
    'steps[0].tone: tone must be a string.',
    'steps[0].task: task is required.',
    'steps[1]: steps[1] must be an object.',
  ]);
  expect(await faultsOf('text')).toEqual(['input: input must be an object.']);
  expect(await faultsOf([{ id: 'a', task: 'generation' }])).toEqual([
    'input: input must be an object. Put the steps in { "steps": [...] }.',
  ]);
});

test('a field that is unknown leads to the field or option that was meant', async () => {
  const steps = [
    {
      ...{ id: 'a', task: 'summarization', max_words: 40, prompt: 'Be brief.', depends_on: [] },
      ...{ timeout: 5, temp: 0, maxTokens: 9, labels: ['x'] },
    },
    { id: 'b', task: 'translation', language: 'German', options: { to: 'German', max_tokens: 4 } },
  ];
  const faults = await faultsOf({ prompt: 'Text.', webhook: 'https://a.example', input: 'A', steps });
  expect(faults).toEqual([
    'prompt: There is no field prompt. Did you mean input?',
    'webhook: There is no field webhook. Did you mean callbacks?',
    'steps[0].max_words: There is no field max_words. Did you mean options.max_words?',
    'steps[0].prompt: There is no field prompt. Did you mean instructions?',
    'steps[0].depends_on: There is no field depends_on. Did you mean dependsOn?',
    'steps[0].timeout: There is no field timeout. Did you mean timeout_ms?',
    'steps[0].temp: There is no field temp. Did you mean temperature?',
    'steps[0].maxTokens: There is no field maxTokens. Did you mean max_tokens?',
    "steps[0].labels: There is no field labels. It's an option of the task classification.",
    'steps[1].language: There is no field language. Did you mean options.target_language?',
    'steps[1].options.target_language: target_language is required.',
    "steps[1].options.to: to isn't an option of translation. Did you mean target_language?",
    "steps[1].options.max_tokens: max_tokens isn't an option of translation. Did you mean the field max_tokens of the step?",
  ]);
});

test('a workflow without any text is refused before it is stored', async () => {
  const steps = [
    { id: 'a', task: 'generation' },
    { id: 'b', task: 'generation', input: ' ' },
    { id: 'c', task: 'generation', input: '{{ variables.text }}' },
  ];
  expect(await faultsOf({ steps })).toEqual([
    'input: The step a has no text to work on. Send one in input, or a file.',
    'steps[1].input: The input of the step b is empty. Leave it out, or write a text.',
  ]);
  expect(await server.context.db.prisma.job.count()).toBe(0);
});
