import { describe, expect, onTestFinished, test } from 'vitest';
import type { PostprocessorContext } from '@/lib/engine/postprocessors/define-postprocessor';
import { postprocessorNamed, postprocessors } from '@/lib/engine/postprocessors/registry';
import { postprocess } from '@/lib/engine/postprocessors/run-postprocessor';
import { codeSamples } from '@/testing/code-samples';
import { openTestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken } from '@/testing/test-world';
import { listDocsPages } from './docs-pages';

// A step does what the page of postprocessors prints: each section's entries make "After" of "Before".

const { source = '' } = listDocsPages('docs').find(({ path }) => path === 'processors/postprocessors') ?? {};
// A sample contains headings, too.
const [introduction = '', ...sections] = source.split(
  new RegExp(`^## (?=(?:${postprocessors.map(({ name }) => name).join('|')})$)`, 'm'),
);

interface Entry {
  name: string;
  options?: object;
}

interface Sample {
  name: string;
  entries: Entry[];
  before: unknown;
  /** By the title without "After: ". */
  after: [title: string, language: string | undefined, code: string][];
  context: Partial<PostprocessorContext>;
}

const printed = sections.flatMap((section): Sample[] => {
  const samples = codeSamples(section);
  const codeOf = (beginning: string) => samples.find(({ title }) => title?.startsWith(beginning))?.code;
  const entry = codeOf('Entr');
  if (!entry) return [];
  const parsed: Entry | Entry[] = JSON.parse(entry);
  return [
    {
      name: section.split('\n')[0] ?? '',
      entries: [parsed].flat(),
      before: JSON.parse(codeOf('Before: the output') ?? 'null'),
      after: samples.flatMap(({ title, language, code = '' }) =>
        title?.startsWith('After') ? [[title.slice('After: '.length), language, code] as const] : [],
      ) as Sample['after'],
      context: {
        originalText: codeOf("Before: the step's text") ?? '',
        fileText: codeOf('Before: the uploaded file') ?? null,
      },
    },
  ];
});

/** The text that documents are written from, as the tasks of the samples have it. */
function textOf(output: unknown): string {
  const { summary, text, code } = output as Record<string, string | undefined>;
  return summary ?? text ?? code ?? JSON.stringify(output);
}

/** Of the model call that the page of logToFile shows. */
const record = {
  ...{ step: 'summary', task: 'summarization', model: 'sandbox/fast', attempts: 1, fallbacks: [] },
  ...{ latencyMs: 12, tokensIn: 310, tokensOut: 48, cost: 0.000072, text: '', output: null },
};

/** The step of a sample: its file is named after it. */
const stepOf = ({ after }: Sample): string =>
  after.map(([title]) => /(\w+)\.\w+/.exec(title)?.[1]).find((id) => id !== undefined) ?? 'step';

async function run(sample: Sample) {
  let processed = { output: sample.before, text: textOf(sample.before) };
  const files: { name: string; text: string }[] = [];
  for (const { name, options } of sample.entries) {
    const context = {
      stepId: stepOf(sample),
      task: 'summarization',
      originalText: '',
      fileText: null,
      record,
    };
    const entry = { name, options: postprocessorNamed(name)?.options.parse(options ?? {}) };
    const { file, ...left } = await postprocess({
      ...processed,
      entry,
      context: { ...context, ...sample.context },
    });
    processed = left;
    if (file) files.push({ name: file.name, text: Buffer.from(file.bytes).toString() });
  }
  return { output: processed.output, files };
}

test('the page shows each postprocessor at work', () => {
  expect(printed.map(({ name }) => name)).toHaveLength(13);
  expect(printed.every(({ name, entries }) => entries[0]?.name === name)).toBe(true);
});

describe.each(printed)('the sample of $name', (sample) => {
  test('makes what it prints', async () => {
    const { output, files } = await run(sample);
    for (const [title, language, code] of sample.after) {
      if (title === 'the output') expect(output).toEqual(JSON.parse(code));
      else if (title.startsWith('diff in the output')) {
        const json = { ...sample, entries: [{ name: sample.name, options: { format: 'json' } }] };
        expect((await run(json)).output).toMatchObject({ diff: JSON.parse(code) });
      } else if (!title.startsWith('the text of')) {
        const file = files.find(({ name }) => title === name);
        expect(file, title).toBeDefined();
        expect(file?.text.replaceAll('\r\n', '\n').trimEnd(), language).toBe(code.trimEnd());
      }
    }
    if (sample.after.length === 0) expect(files).toHaveLength(1);
  });
});

test('the complete request runs on the sandbox, with the text and the entries of two samples', async () => {
  const samples = codeSamples(introduction);
  const codeOf = (wanted: string) => samples.find(({ title }) => title === wanted)?.code ?? '';
  const variables = JSON.parse(codeOf('Variables'));
  const shown = printed.filter(({ name }) => name === 'writeToDocx' || name === 'writeToPdf');
  expect(variables.input.steps[0].postprocessors).toEqual(shown.flatMap(({ entries }) => entries));
  for (const { before } of shown) expect(textOf(before)).toBe(variables.input.input);

  const server = await openTestServer();
  onTestFinished(() => server.close());
  await server.context.workflows?.start();
  const { users } = await createTestWorld(server.context);
  const { data, errors } = await server.call<Record<string, unknown>>({
    token: await sessionToken(server.context, users.developer),
    query: codeOf('write-files.graphql'),
    variables,
  });
  expect(errors).toEqual([]);
  const { orchestrate } = JSON.parse(codeOf('Response')).data;
  expect(data?.orchestrate).toEqual({
    ...orchestrate,
    jobId: expect.stringMatching(/^job_/),
    files: orchestrate.files.map((file: object) => ({
      ...file,
      url: expect.stringContaining('/api/files/'),
    })),
  });
});
