import { describe, expect, test } from 'vitest';
import type { StepInput, UploadedText } from '@/lib/engine/workflow';
import { type Behavior, fails, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';

// The request to the provider, and the end of the step, if its text is prepared.

const secret = 'ada@example.com';
const strip = [{ name: 'stripSensitiveData' }];

async function run(
  values: Partial<StepInput>,
  replies: Behavior[],
  workflow: Parameters<typeof plannedWorkflow>[1] = {},
) {
  const world = new EngineWorld({ fast: replies });
  const job = await world.run(
    plannedWorkflow([{ id: 'only', task: 'generation', model: 'sandbox/fast', ...values }], workflow),
  );
  const [step] = job.steps;
  if (!step) throw new Error('The job has no step.');
  return { step, job, requests: world.provider.calls.map(({ request }) => request) };
}

describe('a value that is hidden', () => {
  test('is nowhere in what is sent: text, instructions, options, schema, and what is asked again', async () => {
    const { step, requests } = await run(
      {
        task: 'classification',
        options: { labels: [secret, 'other'], descriptions: { [secret]: `Mail of ${secret}` } },
        instructions: `Mind {{ variables.mail }}.`,
        preprocessors: strip,
      },
      [says('{"label": "[EMAIL_9]", "score": 1}'), says('{"label": "[EMAIL_1]", "score": 1}')],
      { input: `Write to ${secret}.`, variables: { mail: secret } },
    );
    expect(requests).toHaveLength(2);
    for (const { signal, ...request } of requests)
      expect(JSON.stringify([request.messages, request.schema, request.work])).not.toContain(secret);
    expect(requests[1]?.messages).toHaveLength(4);
    expect(step).toMatchObject({ status: 'COMPLETED', output: { label: secret } });
  });

  test("isn't sent in an option that can hold no placeholder: the step fails", async () => {
    const { step, requests } = await run(
      {
        task: 'classification',
        // Only together with the value's placeholder are they too long.
        options: { labels: ['a'.repeat(192).concat(' a@b.de'), 'other'] },
        preprocessors: strip,
      },
      [says('{"label": "other", "score": 1}')],
      { input: 'Write to a@b.de.' },
    );
    expect(requests).toEqual([]);
    expect(step.error).toMatchObject({ code: 'PROCESSOR_FAILED' });
    expect(JSON.stringify(step)).not.toContain('a@b.de');
  });

  test('is put back into the output, wherever its placeholder is', async () => {
    const { step } = await run(
      { preprocessors: strip },
      [says('Sent to [EMAIL_1], again to [EMAIL_1], not to [EMAIL_2].')],
      { input: `Write to ${secret}.` },
    );
    expect(step.output).toMatchObject({ text: `Sent to ${secret}, again to ${secret}, not to [EMAIL_2].` });
  });

  test.each([
    ['json', '{"mail": "[EMAIL_1]"}', '{"mail":"\\"ada b\\"@example.com"}', { mail: '"ada b"@example.com' }],
    ['csv', 'mail\n[EMAIL_1]', 'mail\n"""ada b""@example.com"', [{ mail: '"ada b"@example.com' }]],
    ['yaml', 'mail: [EMAIL_1]', 'mail: "\\"ada b\\"@example.com"', { mail: '"ada b"@example.com' }],
    ['xml', '<a>[EMAIL_1]</a>', '<a>&quot;ada b&quot;@example.com</a>', null],
  ])('is written as %s when it is put back into it', async (to, reply, text, data) => {
    const { step } = await run(
      { task: 'transformation', options: { to }, preprocessors: strip },
      [says(reply)],
      {
        input: 'Write to "ada b"@example.com.',
      },
    );
    expect(step.output).toEqual({ text, data });
  });

  test("stays a placeholder if it mustn't be restored", async () => {
    const { step } = await run(
      { preprocessors: [{ name: 'stripSensitiveData', options: { restore: false } }] },
      [says('Sent to [EMAIL_1].')],
      { input: `Write to ${secret}.` },
    );
    expect(step.output).toMatchObject({ text: 'Sent to [EMAIL_1].' });
  });

  test('is in no error and no attempt', async () => {
    const { step, job } = await run({ preprocessors: strip, retries: 0 }, [fails({ status: 400 })], {
      input: `Write to ${secret}.`,
    });
    expect(step.status).toBe('FAILED');
    expect(JSON.stringify([step, job.attempts])).not.toContain(secret);
  });

  test('is put back into what a later step reads', async () => {
    const world = new EngineWorld({ fast: [says('To [EMAIL_1].'), says('Done.')] });
    const common = { task: 'generation', model: 'sandbox/fast' };
    await world.run(
      plannedWorkflow(
        [
          { ...common, id: 'a', preprocessors: strip },
          { ...common, id: 'b', dependsOn: ['a'] },
        ],
        { input: `Write to ${secret}.` },
      ),
    );
    expect(world.provider.calls.map(({ request }) => request.work.text)).toEqual([
      'Write to [EMAIL_1].',
      `To ${secret}.`,
    ]);
  });

  test('is restored in the output of a task that needs no model', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    const { step, requests } = await run(
      { task: 'validation', options: { schema }, preprocessors: strip },
      [],
      { input: JSON.stringify({ [secret]: 1 }) },
    );
    expect(requests).toEqual([]);
    expect(step.output).toMatchObject({ valid: false });
    expect(JSON.stringify(step.output)).toContain(secret);
  });

  test('that a model repeats without end fails the step', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64).concat('\n').repeat(500)}-----END PRIVATE KEY-----`;
    const { step } = await run({ preprocessors: strip }, [says('[TOKEN_1] '.repeat(1_000))], {
      input: `The key:\n${key}`,
    });
    expect(step.error).toMatchObject({
      code: 'PROCESSOR_FAILED',
      message: 'The output with its values put back has more than 10 MiB.',
    });
  });
});

test('the pieces of a long text have placeholders, and their joined output has the values', async () => {
  const { step, requests, job } = await run(
    { task: 'translation', options: { target_language: 'de' }, preprocessors: strip },
    Array.from({ length: 100 }, () => says('An [EMAIL_1].')),
    { input: `Write to ${secret}. `.repeat(20_000) },
  );
  expect(requests.length).toBeGreaterThan(1);
  for (const { messages } of requests) expect(JSON.stringify(messages)).not.toContain(secret);
  expect(JSON.stringify(step.output)).toContain(`An ${secret}.`);
  expect(JSON.stringify(job.attempts)).not.toContain(secret);
});

test('a text that preprocessors empty fails with PROMPT_EMPTY, and an empty text may be filled', async () => {
  const empty = { name: 'injectVariables', options: { on_missing: 'empty', open: '<', close: '>' } };
  const { step } = await run({ preprocessors: [empty] }, [], { input: ' <gone> ' });
  expect(step.error?.code).toBe('PROMPT_EMPTY');
  const filled = await run({ input: ' ', preprocessors: [{ name: 'addFileContext' }] }, [says('Fine.')], {
    file: 'The file.',
  });
  expect(filled.requests[0]?.work.text).toBe('File: file.txt\nThe file.');
});

test('a failure of a preprocessor is that of the step, and no model is called', async () => {
  const { step, requests } = await run({ preprocessors: [{ name: 'addFileContext' }] }, []);
  expect(step.error).toEqual({
    code: 'PROCESSOR_FAILED',
    message: 'addFileContext: the job has no file.',
    stepId: 'only',
  });
  expect(requests).toEqual([]);
});

test('a preprocessor that a later version no longer has fails the step', async () => {
  const workflow = plannedWorkflow([{ id: 'only', task: 'generation' }]);
  const [step] = workflow.steps;
  if (!step) throw new Error('There is no step.');
  const world = new EngineWorld({});
  const steps = [{ ...step, preprocessors: [{ name: 'gone', options: {} }] }];
  const { steps: ended } = await world.run({ ...workflow, steps });
  expect(ended[0]?.error).toMatchObject({
    code: 'STORED_RESULT_INVALID',
    message: 'There is no preprocessor named gone anymore.',
  });
});

describe('the file', () => {
  const cafe = (name: UploadedText['encoding']['name'], text: string): UploadedText => ({
    name: 'a.txt',
    text,
    encoding: { name, isMarked: false },
  });
  const utf16 = cafe('bytes', 'C\u0100a\u0100f\u0100\u00e9\u0100');
  const named = (encoding: string) => [{ name: 'standardizeEncoding', options: { encoding } }];

  test.each<[string, Partial<StepInput>, string]>([
    ['a step without an input', {}, 'Café'],
    ['a template', { input: 'It says {{ file }}.' }, 'It says Café.'],
  ])('is read in the encoding that is named by %s', async (_what, values, text) => {
    const { requests } = await run({ ...values, preprocessors: named('utf-16le') }, [says('Fine.')], {
      input: '',
      file: utf16,
    });
    expect(requests[0]?.work.text).toBe(text);
  });

  test('is read so by addFileContext, and by instructions', async () => {
    const { requests } = await run(
      {
        instructions: 'Mind {{ file }}.',
        preprocessors: [{ name: 'addFileContext' }, ...named('utf-16le')],
      },
      [says('Fine.')],
      { input: 'What?', file: utf16 },
    );
    expect(requests[0]?.work).toMatchObject({
      text: 'File: a.txt\nCafé\n\nWhat?',
      instructions: 'Mind Café.',
    });
  });

  test.each<[string, Partial<StepInput>]>([
    ['does not fit the encoding', { preprocessors: named('utf-8') }],
    ['is binary', { preprocessors: [{ name: 'standardizeEncoding' }] }],
    ['is binary for a step that names nothing', {}],
  ])('that %s fails the step that reads it', async (_what, values) => {
    const { step } = await run({ ...values, input: '{{ file }}' }, [], { file: utf16 });
    expect(step.error?.code).toBe('ENCODING_UNSUPPORTED');
    const other = await run({ ...values, input: 'Text.' }, [says('Fine.')], { file: utf16 });
    expect(other.step.status).toBe('COMPLETED');
  });
});
