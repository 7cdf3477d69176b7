import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageBytesOf } from '@/lib/config/plans';
import {
  errorDocs,
  jobErrorCodes,
  type WorkflowErrorCode,
  type WorkflowErrorEntry,
  workflowErrors,
} from '@/lib/config/workflow-errors';
import { inProcess } from '@/lib/engine/text-worker';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { type Behavior, fails, says } from '@/testing/engine/behaviors';
import { ScriptedProvider } from '@/testing/engine/scripted-provider';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { postFile } from '@/testing/post-file';
import { type ApiResponse, openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';

// Each code of the catalog is raised through the API: one without a scene doesn't compile.

/** How a code is raised. */
interface Scene {
  /** The workflow; without an input of its own it works on a sentence. */
  workflow: { steps: readonly object[] } & Record<string, unknown>;
  /** Replaces the models of the sandbox by a model with this behavior. */
  provider?: Behavior;
  /** Changes the stored job before a process runs it, as an update of the server or the end of a process does. */
  stored?: (workflow: string) => { workflow: string; crashCount?: number };
  /** The bytes of a file that comes with it. */
  file?: Uint8Array<ArrayBuffer>;
  /** Whether the account's storage is full once its job is stored. */
  isStorageFull?: true;
  /** Whether its caller cancels it. */
  canceled?: true;
}

const step = { id: 'a', task: 'summarization' };
const one = (fields: object, workflow: object = {}): Scene => ({
  workflow: { ...workflow, steps: [{ ...step, ...fields }] },
});
const by = (provider: Behavior, fields: object = {}): Scene => ({
  ...one({ model: 'sandbox/fast', retries: 0, ...fields }),
  provider,
});

const text = (characters: number) => 'The arm stops here. '.repeat(characters / 20);
const word = (characters: number) => 'a'.repeat(characters);
const label = { task: 'classification', options: { labels: ['hardware', 'billing'] } };
const fillsBrackets = { name: 'injectVariables', options: { open: '[[', close: ']]' } };
const down = { model: 'sandbox/down', retries: 0 };

/**
 * All but a bulk run's own (lib/server/bulk/start-bulk-workflow.test.ts), people's (lib/server/approvals), and the codes of
 * jobs that start from a step (rerun-from-step.test.ts).
 */
const scenes: Record<
  Exclude<
    WorkflowErrorCode,
    'BULK_COLUMN_MISSING' | 'STEP_UNKNOWN' | 'STEP_NOT_REUSABLE' | `APPROVAL_${string}`
  >,
  Scene
> = {
  NO_STEPS: { workflow: { steps: [] } },
  TOO_MANY_STEPS: {
    workflow: { steps: Array.from({ length: 51 }, (_, index) => ({ ...step, id: `s${index}` })) },
  },
  STEP_ID_DUPLICATE: { workflow: { steps: [step, step] } },
  STEP_VALUE_INVALID: one({ temperature: 3 }),
  TASK_UNKNOWN: one({ task: 'summarize' }),
  TASK_OPTION_INVALID: one({ options: { max_words: 5_000 } }),
  DEPENDENCY_UNKNOWN: one({ dependsOn: ['b'] }),
  DEPENDENCY_CYCLE: one({ dependsOn: ['a'] }),
  CONDITION_INVALID: one({ condition: '1 +' }),
  REFERENCE_NOT_UPSTREAM: {
    workflow: { steps: [step, { ...step, id: 'b', input: '{{ steps.a.output }}' }] },
  },
  INPUT_TOO_LARGE: one({}, { input: text(1_048_600) }),
  WORKFLOW_TOO_COMPLEX: {
    workflow: {
      steps: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...step, id, input: '{{ input }}'.repeat(900) })),
    },
  },
  TEMPLATE_INVALID: one({ input: '{{ input' }),
  TONE_UNKNOWN: one({ tone: 'grumpy' }),
  MODEL_UNKNOWN: one({ model: 'sandbox/none' }),
  PROVIDER_NOT_CONFIGURED: one({ model: 'openai/gpt-6.2-sol' }),
  PROCESSOR_UNKNOWN: one({ preprocessors: [{ name: 'strip' }] }),
  PROCESSOR_OPTION_INVALID: one({ preprocessors: [{ name: 'enforceTokenLimit' }] }),
  CALLBACK_INVALID: one({}, { callbacks: [{ status: 'COMPLETED', url: 'ftp://example.com' }] }),

  CONDITION_FALSE: one({ condition: 'false' }),
  CONDITION_FAILED: one({ condition: 'variables.missing == 1' }),
  DEPENDENCY_FAILED: {
    workflow: {
      steps: [
        { ...step, ...down },
        { ...step, id: 'b', dependsOn: ['a'] },
      ],
    },
  },
  // Four steps run at a time: two haven't begun when the first fails.
  JOB_FAILED: {
    workflow: {
      mode: 'PARALLEL',
      steps: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...step, ...down, id })),
    },
  },
  JOB_CANCELED: { ...one({ model: 'sandbox/slow' }), canceled: true },
  STEP_TIMED_OUT: one({ model: 'sandbox/stall', idle_timeout_ms: 1_000, retries: 0 }),
  TEMPLATE_RENDER_FAILED: one({ input: '{{ "%" | url_decode }}' }),
  PROMPT_EMPTY: one({ input: '{{ variables.missing }}' }),
  PROCESSOR_FAILED: one({ preprocessors: [{ name: 'addFileContext' }] }),
  OUTPUT_NOT_TABULAR: one({
    postprocessors: [{ name: 'writeToCsv', options: { path: 'nowhere' } }],
  }),
  STRUCTURE_INVALID: one({
    postprocessors: [{ name: 'validateStructure', options: { schema: { type: 'array' } } }],
  }),
  LINT_FAILED: one(
    {
      task: 'transformation',
      options: { to: 'text' },
      postprocessors: [{ name: 'lintCode', options: { language: 'javascript' } }],
    },
    { input: 'const arm = ;' },
  ),
  ENCODING_UNSUPPORTED: {
    ...one({ input: '{{ file }}', preprocessors: [{ name: 'standardizeEncoding' }] }),
    file: new Uint8Array([0x89, 0x50, 0]),
  },
  VARIABLE_MISSING: one({ input: '[[ name ]]', preprocessors: [fillsBrackets] }),
  PROMPT_TOO_LONG: one({
    preprocessors: [{ name: 'enforceTokenLimit', options: { max_tokens: 2, on_exceed: 'fail' } }],
  }),
  MODEL_NONE_FITS: one({ task: 'generation' }, { input: text(200_000) }),
  CONTEXT_EXCEEDED: one({ task: 'generation', model: 'sandbox/fast' }, { input: text(200_000) }),
  MODEL_REFUSED: by(says('', { end: 'refusal' })),
  OUTPUT_TRUNCATED: one({ ...label, max_tokens: 1 }),
  OUTPUT_TOO_LARGE: { ...one({}), isStorageFull: true },
  // The sandbox finds no price, and the schema allows no null.
  OUTPUT_INVALID: one({
    task: 'extraction',
    model: 'sandbox/fast',
    options: { schema: { type: 'object', properties: { price: { type: 'number' } } } },
  }),
  CHUNK_TOO_LARGE: one({}, { input: word(200_000) }),
  TOO_MANY_CHUNKS: one(
    // Instructions that leave little room for the text.
    { instructions: '{{ variables.long }}' },
    { input: text(800_000), variables: { long: text(124_000) } },
  ),
  PROVIDER_AUTH_FAILED: by(fails({ status: 401 })),
  MODEL_NOT_FOUND: by(fails({ status: 404, reason: 'unknown_model' })),
  PROVIDER_REQUEST_REFUSED: by(fails({ status: 400 })),
  PROVIDER_RATE_LIMITED: one({ model: 'sandbox/limited', retries: 0 }),
  PROVIDER_UNAVAILABLE: one(down),
  PROVIDER_REPLY_INVALID: by(fails({ status: 200, reason: 'unreadable' })),
  STREAM_CUT: one({ model: 'sandbox/cut', retries: 0 }),
  FALLBACKS_EXHAUSTED: one({ ...down, fallbacks: ['sandbox/cut'] }),
  CIRCUIT_OPEN: {
    workflow: {
      mode: 'SEQUENTIAL',
      steps: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
        ...step,
        ...down,
        id,
        input: 'Text.',
        on_error: 'CONTINUE',
      })),
    },
  },
  STORED_RESULT_INVALID: {
    ...one({}),
    stored: (workflow) => ({ workflow: workflow.replace('summarization', 'gone') }),
  },
  WORKER_LOST: {
    ...one({ model: 'sandbox/fast' }),
    // The job has taken three processes down, and breaks its run off where it runs alone.
    stored: (workflow) => ({ workflow: workflow.replace('"sandbox/fast"', '7'), crashCount: 5 }),
  },
};

const lost = (model: string) => ({
  ...one({ model: 'sandbox/fast' }),
  stored: (workflow: string) => ({ workflow: workflow.replaceAll('sandbox/fast', model) }),
});

/** Faults that come true after a job was planned, because another server runs it. */
const laterFaults = {
  MODEL_UNKNOWN: lost('sandbox/gone'),
  PROVIDER_NOT_CONFIGURED: lost('openai/gpt-6.2-sol'),
} satisfies Partial<Record<WorkflowErrorCode, Scene>>;

let server: TestServer;
let token: string;
let accountId: string;
beforeAll(async () => {
  server = await openTestServer();
  const { users } = await createTestWorld(server.context);
  accountId = users.developer.accountId;
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

/** Starts a process of its own on a clock that runs, so that no scene finds a circuit breaker open. */
async function startProcess({ provider }: Scene, runsJobs: boolean): Promise<void> {
  const { context } = server;
  await context.workflows?.stop();
  const [present, begin] = [context.now().getTime(), performance.now()];
  const now = () => new Date(present + performance.now() - begin);
  const scripted = provider ? [new ScriptedProvider({ fast: [provider] }, new SimulatedClock())] : [];
  context.workflows = openWorkflowRuntime(
    { ...context, now, elapsed: () => performance.now() },
    { runsJobs, textWorker: inProcess, ...(provider && { providers: scripted }) },
  );
  await context.workflows.start();
}

interface CodedError {
  code: string | null;
  docs: string | null;
  /** Whether the job or a step failed with it. */
  isFailure?: boolean;
}

const call = async <Data>(query: string, variables: object): Promise<ApiResponse<Data>> =>
  server.call<Data>({ token, query, variables: { ...variables } });

/** Sends a workflow, with a file in a form. */
async function start(
  input: object,
  file: Uint8Array<ArrayBuffer> | undefined,
): Promise<Pick<ApiResponse<{ enqueueWorkflow: { jobId: string } }>, 'data' | 'errors'>> {
  const query =
    'mutation ($input: StartWorkflowInput!, $file: Upload) { enqueueWorkflow(input: $input, file: $file) { jobId } }';
  const variables = { input, file: null };
  if (!file) return call(query, variables);
  const response = await postFile(server, token, { query, variables }, new File([file], 'file.bin'));
  return { data: null, errors: [], ...(await response.json()) };
}

/** Sends a scene's workflow, runs its job to its end, and returns all errors of it that the API returns. */
async function errorsOf(scene: Scene): Promise<CodedError[]> {
  await startProcess(scene, false);
  const { data, errors } = await start({ input: 'The arm stops.', ...scene.workflow }, scene.file);
  if (!data) return errors.flatMap(({ extensions }) => extensions.faults ?? []);
  const { jobId } = data.enqueueWorkflow;
  await change(jobId, scene);
  if (scene.isStorageFull) await fillStorage(storageBytesOf('plan_pro'));
  await startProcess(scene, true);
  if (scene.canceled) await call('mutation ($jobId: ID!) { cancelJob(jobId: $jobId) { status } }', { jobId });
  const ended = await endOf(jobId);
  if (scene.isStorageFull) await fillStorage(-storageBytesOf('plan_pro'));
  return ended;
}

const fillStorage = (bytes: number) =>
  server.context.db.write((tx) =>
    tx.account.update({ where: { id: accountId }, data: { storedBytes: { increment: bytes } } }),
  );

async function change(id: string, { stored }: Scene): Promise<void> {
  const { db } = server.context;
  const { workflow } = await db.prisma.job.findUniqueOrThrow({ where: { id } });
  if (stored) await db.write((tx) => tx.job.update({ where: { id }, data: stored(workflow ?? '') }));
}

async function endOf(jobId: string): Promise<CodedError[]> {
  for (;;) {
    const { data } = await call<{
      getJobResult: {
        finishedAt: string | null;
        status: string;
        error: CodedError | null;
        steps: { status: string; error: CodedError | null }[];
      };
      listAttempts: CodedError[];
    }>(
      `query ($jobId: ID!) {
        getJobResult(jobId: $jobId) {
          finishedAt status error { code docs } steps { status error { code docs } }
        }
        listAttempts(jobId: $jobId) { code docs }
      }`,
      { jobId },
    );
    if (!data) throw new Error('The job is gone.');
    const { finishedAt, steps, ...job } = data.getJobResult;
    const ended = [job, ...steps].flatMap(({ status, error }) =>
      error ? { ...error, isFailure: status === 'FAILED' } : [],
    );
    if (finishedAt !== null) return [...ended, ...data.listAttempts];
    await sleep(20);
  }
}

const named = Object.entries(scenes) as [WorkflowErrorCode, Scene][];

test.each(named)(
  '%s is raised, with the address of its documentation, and is a code to filter jobs by if a step fails with it',
  async (code, scene) => {
    const errors = await errorsOf(scene);
    expect(errors).toContainEqual(expect.objectContaining({ code, docs: errorDocs(code) }));
    const failures = errors.filter(({ isFailure }) => isFailure).map((error) => error.code);
    expect(jobErrorCodes).toEqual(expect.arrayContaining(failures));
    if (!(code in laterFaults)) expect(failures.includes(code)).toBe(jobErrorCodes.includes(code));
  },
);

test.each(Object.entries(laterFaults))('jobs fail with %s and are filtered by it', async (code, scene) => {
  expect(await errorsOf(scene)).toContainEqual(expect.objectContaining({ code, isFailure: true }));
  expect(jobErrorCodes).toContain(code);
});

test('the codes that need a provider other than the sandbox are the ones marked so in the catalog', () => {
  const needing = named.filter(([, { provider }]) => provider !== undefined).map(([code]) => code);
  const said = Object.entries<WorkflowErrorEntry>(workflowErrors).filter(([, entry]) => entry.notInSandbox);
  expect(said.map(([code]) => code)).toEqual(needing);
});
