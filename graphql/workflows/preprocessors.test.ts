import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { textLimits } from '@/lib/server/text-worker/evaluation';
import { openTextWorker } from '@/lib/server/text-worker/open-text-worker';
import { postFile } from '@/testing/post-file';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { watchThread } from '@/testing/watch-thread';

// Jobs with preprocessors, in the processes that the running product has.

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

interface Ran {
  data: {
    orchestrate: {
      jobId: string;
      status: string;
      steps: {
        output: { text?: string; summary?: string } | null;
        error: { code: string; message: string } | null;
      }[];
    };
  } | null;
  errors?: { extensions: { code: string; fields?: Record<string, string> } }[];
}

const query = `mutation ($input: StartWorkflowInput!, $file: Upload) {
  orchestrate(input: $input, file: $file, wait_ms: 40000) { jobId status steps { output error { code message } } }
}`;

/** Runs one step, which gives its text back. */
async function run(step: object, workflow: object = {}, file?: File): Promise<Ran> {
  const input = {
    ...workflow,
    steps: [{ id: 'a', task: 'transformation', options: { to: 'text' }, ...step }],
  };
  const variables = { input, file: null };
  if (file) return (await postFile(server, token, { query, variables }, file)).json();
  const { data, errors } = await server.call({ token, query, variables });
  return { data, errors } as unknown as Ran;
}

const outcomeOf = ({ data }: Ran) => data?.orchestrate.steps[0];

test.each<[string, object, string, string | RegExp]>([
  ['stripSensitiveData', {}, 'Write to ada@example.com.', 'Write to ada@example.com.'],
  ['stripSensitiveData', { restore: false }, 'Write to ada@example.com.', 'Write to [EMAIL_1].'],
  ['removeDebugCode', {}, 'const a = 1;\nconsole.log(a);\n', 'const a = 1;'],
  ['removeDebugCode', { language: 'python' }, 'a = 1\nprint(a)\n', 'a = 1'],
  ['normalizeCodeFormat', {}, 'const a={b:1}', 'const a = { b: 1 };'],
  ['standardizeEncoding', {}, 'Cafe\u0301', 'Café'],
  ['injectVariables', { open: '[[', close: ']]', values: { a: 'Ada' } }, 'Dear [[ a ]],', 'Dear Ada,'],
  [
    'enforceTokenLimit',
    { max_tokens: 100 },
    'The arm stops here.\n'.repeat(500),
    /^(The arm stops here\.\n?)+\[…\]$/,
  ],
])('%s with %j changes the text of a step', async (name, options, input, text) => {
  const outcome = outcomeOf(await run({ preprocessors: [{ name, options }] }, { input }));
  expect(outcome?.error).toBeNull();
  expect(outcome?.output?.text?.trim()).toEqual(
    typeof text === 'string' ? text : expect.stringMatching(text),
  );
});

test('addFileContext adds the file under its name', async () => {
  const file = new File(['The gripper is fastened with 4 Nm.\n'], 'C:\\docs\\manual.txt');
  const outcome = outcomeOf(
    await run({ preprocessors: [{ name: 'addFileContext' }] }, { input: 'Which torque?' }, file),
  );
  expect(outcome?.output?.text).toBe('File: manual.txt\nThe gripper is fastened with 4 Nm.\n\nWhich torque?');
});

test('a file in another encoding is refused, unless a step lists standardizeEncoding', async () => {
  const bytes = new Uint8Array(Buffer.from('Caf\u00e9', 'latin1'));
  const refused = await run({ input: '{{ file }}' }, {}, new File([bytes], 'a.txt'));
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: { file: expect.stringContaining('standardizeEncoding') },
  });
  const preprocessors = [{ name: 'standardizeEncoding' }];
  const read = await run({ input: '{{ file }}', preprocessors }, {}, new File([bytes], 'a.txt'));
  expect(outcomeOf(read)?.output?.text).toBe('Café');
});

test.each([1_000, 200_000])(
  'a file of %i characters is read in the encoding that is named',
  async (length) => {
    const text = `${'é'.repeat(length)} `;
    const file = new File([new Uint8Array(Buffer.from(text, 'utf16le'))], 'a.txt');
    const limit = { name: 'enforceTokenLimit', options: { max_tokens: 50, marker: '' } };
    const preprocessors = [{ name: 'standardizeEncoding', options: { encoding: 'utf-16le' } }, limit];
    const outcome = outcomeOf(await run({ input: '{{ file }}', preprocessors }, {}, file));
    expect(outcome?.output?.text).toMatch(/^é{20,}$/);
  },
);

test('nothing that was hidden is stored with the job but its own input and output', async () => {
  const { data } = await run(
    { preprocessors: [{ name: 'stripSensitiveData', options: { restore: false } }] },
    { input: 'Write to ada@example.com.' },
  );
  const id = data?.orchestrate.jobId ?? '';
  const { db } = server.context;
  const [job, steps, attempts] = await Promise.all([
    db.prisma.job.findUniqueOrThrow({ where: { id } }),
    db.prisma.jobStep.findMany({ where: { jobId: id } }),
    db.prisma.attempt.findMany({ where: { jobId: id } }),
  ]);
  expect(job.workflow).toContain('ada@example.com');
  expect(JSON.stringify([{ ...job, workflow: null }, steps, attempts], bigintsAsText)).not.toContain('ada@');
});

const bigintsAsText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('a text that a formatter never finishes fails its step, while the server serves others', async () => {
  await server.context.workflows?.stop();
  const textWorker = openTextWorker({ texts: { ...textLimits, milliseconds: 2_000 } });
  server.context.workflows = openWorkflowRuntime(server.context, { textWorker });
  await server.context.workflows.worker.heartbeat.send();
  const code = 'a{color:red}'.repeat(Math.floor((10 * 1024 * 1024) / 12));
  const file = new File([code], 'a.css');
  const step = { input: '{{ file }}', preprocessors: [{ name: 'normalizeCodeFormat' }] };
  let isOver = false;
  const running = run(step, {}, file).finally(() => {
    isOver = true;
  });
  const watched = watchThread(running);
  for (let others = 0; others < 6; others += 1) {
    const { errors } = await server.call({ token, query: '{ listJobs { jobId } }' });
    expect(errors).toEqual([]);
  }
  expect(isOver).toBe(false);
  const { outcome, longestTurn } = await watched;
  const { status, steps } = outcome.data?.orchestrate ?? {};
  expect(status).toBe('FAILED');
  expect(steps?.[0]?.error).toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: expect.stringMatching(
      /^normalizeCodeFormat: the text takes more than (2 seconds|512 MiB of memory)\.$/,
    ),
  });
  expect(longestTurn).toBeLessThan(1_500);
});

test('a job that was stored before there were preprocessors runs', async () => {
  await server.context.workflows?.stop();
  server.context.workflows = openWorkflowRuntime(server.context, {
    runsJobs: false,
    textWorker: sharedTextWorker,
  });
  const start = 'mutation ($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }';
  const input = {
    input: 'The arm stops.',
    steps: [{ id: 'a', task: 'transformation', options: { to: 'text' } }],
  };
  const { data } = await server.call<{ enqueueWorkflow: { jobId: string } }>({
    token,
    query: start,
    variables: { input },
  });
  const id = data?.enqueueWorkflow.jobId ?? '';
  const { db } = server.context;
  const { workflow } = await db.prisma.job.findUniqueOrThrow({ where: { id } });
  const { fileName, fileEncoding, ...before } = JSON.parse(workflow ?? '');
  for (const step of before.steps) delete step.preprocessors;
  await db.write((tx) => tx.job.update({ where: { id }, data: { workflow: JSON.stringify(before) } }));
  await server.context.workflows?.stop();
  server.context.workflows = openWorkflowRuntime(server.context, { textWorker: sharedTextWorker });
  await server.context.workflows.start();
  await expect
    .poll(async () => {
      const { data: read } = await server.call<{ getJobResult: { status: string } }>({
        token,
        query: 'query ($id: ID!) { getJobResult(jobId: $id) { status } }',
        variables: { id },
      });
      return read?.getJobResult.status;
    })
    .toBe('COMPLETED');
});
