import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeSamples } from '@/testing/code-samples';
import { postFile } from '@/testing/post-file';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { listDocsPages } from './docs-pages';

// A step does what the page of preprocessors prints: each section's entry makes "After" of "Before".

const { source = '' } = listDocsPages('docs').find(({ path }) => path === 'processors/preprocessors') ?? {};
const [, ...sections] = source.split(/^## /m);
const samplesOf = (section: string) => {
  const samples = codeSamples(section);
  return (title: string) => samples.find((sample) => sample.title === title);
};
const printed = sections
  .map((section) => ({ name: section.split('\n')[0] ?? '', sample: samplesOf(section) }))
  .filter(({ sample }) => sample('Before'));

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  token = await sessionToken(server.context, users.developer);
});
afterAll(() => server.close());

const query = `mutation ($input: StartWorkflowInput!, $file: Upload) {
  orchestrate(input: $input, file: $file) { status steps { output error { code message stepId } } }
}`;

interface Job {
  status: string;
  steps: { output: { text: string } | null; error: object | null }[];
}

async function run(input: object, file: File): Promise<Job> {
  const operation = { query, variables: { input, file: null } };
  const { data, errors } = await (await postFile(server, token, operation, file)).json();
  expect(errors).toBeUndefined();
  return data.orchestrate;
}

const manual = new File(['The gripper is fastened with 4 Nm.\n'], 'manual.txt');

/** A step that has no model, so that its output is the text that it was given. */
const echo = { id: 'a', task: 'transformation', options: { to: 'text' } };

test('the page shows each preprocessor at work', () => {
  expect(printed).toHaveLength(7);
});

describe.each(printed)('the sample of $name', ({ sample }) => {
  const textOf = (title: string) => {
    const { language, code = '' } = sample(title) ?? {};
    return language === 'json' ? JSON.parse(code) : code;
  };

  test('has the text that it prints', async () => {
    const entry = textOf('Entry');
    const options =
      entry.name === 'stripSensitiveData' ? { ...entry.options, restore: false } : entry.options;
    const step = { ...echo, preprocessors: [{ ...entry, options }] };
    const variables = sample("The workflow's variables") ? textOf("The workflow's variables") : {};
    const job = await run({ input: textOf('Before'), variables, steps: [step] }, manual);
    expect(job.steps[0]?.output?.text).toBe(textOf('After'));
  });
});

test('hidden text is restored', async () => {
  const { sample } = printed[0] ?? {};
  const entry = JSON.parse(sample?.('Entry')?.code ?? '');
  const input = sample?.('Before')?.code;
  const job = await run({ input, steps: [{ ...echo, preprocessors: [entry] }] }, manual);
  expect(job.steps[0]?.output?.text).toBe(input);
});

test('the step that the page prints runs', async () => {
  const step = JSON.parse(samplesOf(source)('A step')?.code ?? '');
  const job = await run({ steps: [step] }, new File(['const a = 1;\n'], 'a.js'));
  expect(job.status).toBe('COMPLETED');
});

test('the error that the page prints is that of a step without a file', async () => {
  const step = { ...echo, id: 'answer', preprocessors: [{ name: 'addFileContext' }] };
  const variables = { input: { input: 'Which torque?', steps: [step] } };
  const { data } = await server.call<{ orchestrate: Job }>({ token, query, variables });
  expect(data?.orchestrate.steps[0]?.error).toEqual(
    JSON.parse(samplesOf(source)("The step's error")?.code ?? ''),
  );
});
