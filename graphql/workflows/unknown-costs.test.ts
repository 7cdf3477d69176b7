import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProcess } from '@/lib/engine/text-worker';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { says } from '@/testing/engine/behaviors';
import { ScriptedProvider } from '@/testing/engine/scripted-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

// A model that isn't in the catalog can be pinned; what it costs is unknown, and never 0.

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  const { context } = server;
  await context.workflows?.stop();
  const [clock, unlisted] = [new SimulatedClock(), 'llama3.3:70b'];
  context.workflows = openWorkflowRuntime(context, {
    textWorker: inProcess,
    providers: [
      new ScriptedProvider({ [unlisted]: [says('It stops.')] }, clock, 'compatible'),
      new ScriptedProvider({ 'gpt-4.1': [says('It stops, too.')] }, clock, 'openai'),
    ],
  });
  await context.workflows.start();
  const { users } = await createTestWorld(context);
  token = await sessionToken(context, users.developer);
});
afterAll(() => server.close());

const input = {
  name: 'Unpriced',
  input: 'The arm stops.',
  steps: [
    { id: 'priced', task: 'generation', model: 'openai/gpt-4.1' },
    { id: 'unpriced', task: 'generation', model: 'compatible/llama3.3:70b' },
  ],
};

test('an unknown price is null in the plan, and in its sums', async () => {
  const { data } = await server.call({
    token,
    query: `query ($input: StartWorkflowInput!) {
      planWorkflow(input: $input) {
        estimatedCost maxCost estimatedTokens
        steps { id estimatedCost maxCost estimatedTokens }
      }
    }`,
    variables: { input },
  });
  const known = { estimatedCost: expect.any(Number), maxCost: expect.any(Number) };
  const unknown = { estimatedCost: null, maxCost: null };
  const estimatedTokens = expect.any(Number);
  expect(data).toEqual({
    planWorkflow: {
      ...unknown,
      estimatedTokens,
      steps: [
        { id: 'priced', ...known, estimatedTokens },
        { id: 'unpriced', ...unknown, estimatedTokens },
      ],
    },
  });
});

test('an unknown price is null in the attempt, the step and the job', async () => {
  const { data, errors } = await server.call<{ orchestrate: { jobId: string } }>({
    token,
    query: `mutation ($input: StartWorkflowInput!) {
      orchestrate(input: $input) { jobId status cost steps { id cost tokensOut } }
    }`,
    variables: { input },
  });
  expect(errors).toEqual([]);
  const cost = expect.any(Number);
  expect(data?.orchestrate).toMatchObject({
    status: 'COMPLETED',
    cost: null,
    steps: [
      { id: 'priced', cost: expect.any(Number) },
      { id: 'unpriced', cost: null, tokensOut: expect.any(Number) },
    ],
  });
  const { jobId } = data?.orchestrate ?? {};
  const read = await server.call({
    token,
    query: `query ($jobId: ID!) {
      getJobResult(jobId: $jobId) { cost steps { cost } }
      listAttempts(jobId: $jobId) { model cost }
      listJobs { cost }
    }`,
    variables: { jobId },
  });
  expect(read.data).toEqual({
    getJobResult: { cost: null, steps: [{ cost }, { cost: null }] },
    listAttempts: [
      { model: 'openai/gpt-4.1', cost },
      { model: 'compatible/llama3.3:70b', cost: null },
    ],
    listJobs: [{ cost: null }],
  });
});
