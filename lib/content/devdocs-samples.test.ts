import { type OperationDefinitionNode, parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { type CodeSample, codeSamples } from '@/testing/code-samples';
import { matcherOf } from '@/testing/match-printed';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { listDocsPages } from './docs-pages';

// A page's samples build on each other. A document runs with the variables after it, on the job that an earlier one has
// started, and returns the response after them. Steps and workflows run as they are. The samples marked `run` are run
// on the demo data, by e2e/http/docs-samples.test.ts.

/** Root fields of the API of workflows. */
const operations =
  /^(orchestrate|enqueueWorkflow|queueAsyncWorkflow|planWorkflow|getJobPlan|getJobResult|jobUpdates|listJobs|listAttempts|decideApproval|rerunJob|cancelJob|deleteJob)$/;

const pages = listDocsPages('devdocs')
  .filter(({ preview }) => !preview)
  .map(({ path, source }) => ({ path, source, samples: codeSamples(source) }));

let server: TestServer;
let token: string;
// A page has a server of its own, so that no failure that it shows opens a circuit breaker for another.
beforeEach(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterEach(() => server.close());

describe.each(pages.filter(({ samples }) => samples.some(runsHere)))('the page $path', ({ samples }) => {
  test('has documents that run, with the responses that it prints', async () => {
    let document: string | undefined;
    let jobId: string | undefined;
    let response: unknown;
    const run = async (variables: object) => {
      if (document === undefined) return;
      response = await send(document, variables);
      jobId = jobIdIn(response) ?? jobId;
      if (/\b(enqueueWorkflow|queueAsyncWorkflow|rerunJob)\(/.test(document)) await expectCompletion(jobId);
    };
    for (const [index, sample] of samples.entries()) {
      const { language, title, code } = sample;
      if (language === 'graphql') {
        document = runsHere(sample) ? code : undefined;
        if (isJson(samples[index + 1], 'Variables')) continue;
        await run({ jobId: code.includes('cancelJob(') ? await startSlowJob() : jobId });
        if (document !== undefined) expect(response, code).not.toHaveProperty('errors');
      } else if (isJson(sample, 'Variables')) await run(JSON.parse(code));
      else if (document !== undefined && isJson(sample, 'Response'))
        expect(response).toEqual(matcherOf(JSON.parse(code)));
      else if (document !== undefined && title === 'Stream') expect(response).toBe(`${code}\n\n`);
    }
  });
});

const isStepSample = ({ title }: CodeSample) =>
  /^(Step|Steps|Steps with a fault|Workflow)$/.test(title ?? '');

describe.each(pages.filter(({ samples }) => samples.some(isStepSample)))(
  'the steps of $path',
  ({ samples }) => {
    test('run, with the outcome that the page prints', async () => {
      for (const [index, sample] of samples.entries()) {
        if (!isStepSample(sample)) continue;
        const given = JSON.parse(sample.code);
        const next = samples[index + 1];
        const { data, errors } = await orchestrate(
          sample.title === 'Workflow' ? given : { steps: [given].flat() },
        );
        if (isJson(next, 'Fault')) {
          expect(errors?.[0]?.extensions.faults).toEqual([JSON.parse(next?.code ?? '')]);
          continue;
        }
        expect(errors, sample.code).toBeUndefined();
        if (isJson(next, 'Step of the job'))
          expect(data?.orchestrate.steps[0]).toMatchObject(JSON.parse(next?.code ?? ''));
        else expect(data?.orchestrate.status, sample.code).toBe('COMPLETED');
      }
    });
  },
);

describe('the sandbox fails as its page says:', () => {
  const { source = '' } = pages.find(({ path }) => path === 'monitoring/sandbox') ?? {};
  const rows = [...source.matchAll(/^\| (.+) \| `(\{.+\})` \| `([A-Z]+)` \| (\d) \| (?:`([A-Z_]+)` )?\|$/gm)];

  test('the page has a table of failures', () => {
    expect(rows.length).toBeGreaterThan(5);
  });

  test.each(rows.map(([, what, ...cells]) => [what, cells] as const))(
    '%s',
    async (_what, [fields = '', status, attempts, code]) => {
      await runOnRunningClock();
      const step = { id: 's', task: 'summarization', ...JSON.parse(fields) };
      const { data } = await orchestrate({ steps: [step] });
      const { error, ...outcome } = data?.orchestrate.steps[0] ?? {};
      expect(outcome).toMatchObject({ status, attempts: Number(attempts) });
      expect(error?.code).toBe(code);
    },
  );
});

const jobIdIn = (response: unknown): string | undefined =>
  /"jobId":"(job_[0-9a-z]{20})"/.exec(JSON.stringify(response))?.[1];

/** A job that can be canceled. */
async function startSlowJob(): Promise<string | undefined> {
  const steps = [{ id: 's', task: 'summarization', model: 'sandbox/slow' }];
  return jobIdIn(
    await send('mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }', {
      input: { input: text, steps },
    }),
  );
}

/** Waits for the end of a job. */
async function expectCompletion(jobId: string | undefined): Promise<void> {
  const events = await send('subscription ($jobId: ID!) { jobUpdates(jobId: $jobId) { status } }', { jobId });
  expect(events).toContain('"status":"COMPLETED"');
}

/** The tests' clock doesn't move, so that nothing ever times out. */
async function runOnRunningClock(): Promise<void> {
  const { context } = server;
  await context.workflows?.stop();
  const [present, begin] = [context.now().getTime(), performance.now()];
  const runtime = openWorkflowRuntime(
    {
      ...context,
      now: () => new Date(present + performance.now() - begin),
      elapsed: () => performance.now(),
    },
    { textWorker: sharedTextWorker },
  );
  context.workflows = runtime;
  await runtime.start();
}

interface RunStep {
  status: string;
  attempts: number;
  error?: { code: string } | null;
}

interface OrchestrateResponse {
  data?: { orchestrate: { status: string; steps: Partial<RunStep>[] } } | null;
  errors?: { extensions: { faults?: unknown } }[];
}

/** The input of a step that is printed without a workflow. */
const text = 'Arm 7 stops halfway since Tuesday and shows E-41. Order 20318. What must we replace?';

const orchestrate = async (workflow: object): Promise<OrchestrateResponse> =>
  (await send(
    `mutation ($input: StartWorkflowInput!) {
      orchestrate(input: $input) {
        status
        steps { id status model reason attempts fallbacks error { code message stepId retryable } }
      }
    }`,
    { input: { input: text, ...workflow } },
  )) as OrchestrateResponse;

/** @returns the body: of a subscription the text of its events */
async function send(query: string, variables: object): Promise<unknown> {
  const isStream = operationOf(query)?.operation === 'subscription';
  const request = 'file' in variables ? formOf(query, variables) : jsonOf(query, variables);
  const response = await server.post(await request.arrayBuffer(), {
    'content-type': request.headers.get('content-type') ?? '',
    'graphql-require-preflight': '1',
    authorization: `Bearer ${token}`,
    ...(isStream && { accept: 'text/event-stream' }),
  });
  return isStream ? (await response.text()).replace(/^:\n\n/, '') : await response.json();
}

const here = 'http://localhost/api/graphql';

const jsonOf = (query: string, variables: object) =>
  new Request(here, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });

/** A request with a file, as the pages say that it is sent. */
function formOf(query: string, variables: object): Request {
  const body = new FormData();
  body.set('operations', JSON.stringify({ query, variables }));
  body.set('map', JSON.stringify({ 0: ['variables.file'] }));
  body.set('0', new Blob([text]), 'report.txt');
  return new Request(here, { method: 'POST', body });
}

function operationOf(document: string): OperationDefinitionNode | undefined {
  return parse(document).definitions.find((definition) => definition.kind === 'OperationDefinition');
}

function runsHere({ language, runs, code }: CodeSample): boolean {
  if (language !== 'graphql' || runs) return false;
  const [field] = operationOf(code)?.selectionSet.selections ?? [];
  return field?.kind === 'Field' && operations.test(field.name.value);
}

function isJson(sample: CodeSample | undefined, title: string): boolean {
  return sample?.language === 'json' && sample.title === title;
}
