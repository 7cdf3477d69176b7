import { describe, expect, test } from 'vitest';
import { models } from '@/lib/config/models';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planHere } from '@/lib/engine/planning/plan-workflow';
import type { ProcessorInput } from '@/lib/engine/workflow';
import { restoreValues } from './placeholders';
import { prepareTexts, prepareWith, type StepMaterial } from './prepare-texts';
import { preprocessorNamed } from './registry';

const step = { id: 'a', task: 'generation' };

/** The texts that a step's preprocessors return, planned in the order of its caller's list. */
function prepare(preprocessors: ProcessorInput[], given: Partial<Omit<StepMaterial, 'entries'>> = {}) {
  const { workflow, faults } = planHere(
    {
      ...{ name: 'Test', input: '', variables: {}, mode: 'PARALLEL', callbacks: [] },
      steps: [{ ...step, preprocessors }],
    },
    { catalog: openCatalog(models), providers: new Set(['sandbox']) },
  );
  if (!workflow) throw new Error(JSON.stringify(faults));
  const entries = workflow.steps[0]?.preprocessors ?? [];
  const material = { text: '', instructions: '', options: {}, variables: {}, file: null, ...given };
  return prepareTexts({ ...material, entries }, prepareWith);
}

const strip = { name: 'stripSensitiveData' };

test('they run in the order that is given, and one may run twice', async () => {
  const open = { name: 'injectVariables' };
  const text = '{{ a }} {{ b }}';
  const variables = { a: 'one two three four', b: 'five' };
  const cut = { name: 'enforceTokenLimit', options: { max_tokens: 4, marker: '' } };
  expect((await prepare([open, cut], { text, variables })).text).toBe('one two three four');
  expect(
    (await prepare([cut, { ...open, options: { on_missing: 'keep' } }], { text, variables })).text,
  ).toMatch(/^one two three four/);
  const twice = [open, { name: 'addFileContext' }, open];
  const file = { name: 'a.txt', text: '{{ b }}' };
  expect((await prepare(twice, { text: '{{ a }}', variables, file })).text).toBe(
    'File: a.txt\nfive\n\none two three four',
  );
});

describe('a failure', () => {
  test('begins with the name of its preprocessor, and ends the others', async () => {
    await expect(prepare([{ name: 'addFileContext' }, strip], { text: 'a' })).rejects.toMatchObject({
      code: 'PROCESSOR_FAILED',
      message: 'addFileContext: the job has no file.',
    });
  });

  test('is a text of more than 10 MiB, before or after', async () => {
    const mebibytes = (count: number) => 'é'.repeat((count * 1024 * 1024) / 2);
    const crlf = { name: 'standardizeEncoding', options: { line_endings: 'crlf' } };
    await expect(prepare([crlf], { text: `${mebibytes(10)}a` })).rejects.toThrow(
      'standardizeEncoding: the text has more than 10 MiB.',
    );
    await expect(prepare([crlf], { text: `${mebibytes(9.999)}${'\n'.repeat(1_000)}` })).rejects.toThrow(
      'standardizeEncoding: the text would have more than 10 MiB.',
    );
  });
});

describe('a hidden value', () => {
  test('has the same placeholder in text, instructions and options', async () => {
    const { text, instructions, options, hidden } = await prepare([strip], {
      text: 'Write to ada@example.com.',
      instructions: 'Copy bo@example.com, and ada@example.com.',
      options: { labels: ['ada@example.com', 'none'], descriptions: { 'ada@example.com': 'Ada' } },
    });
    expect(text).toBe('Write to [EMAIL_1].');
    expect(instructions).toBe('Copy [EMAIL_2], and [EMAIL_1].');
    expect(options).toEqual({ labels: ['[EMAIL_1]', 'none'], descriptions: { '[EMAIL_1]': 'Ada' } });
    expect(hidden).toEqual([
      { placeholder: '[EMAIL_1]', value: 'ada@example.com', restore: true },
      { placeholder: '[EMAIL_2]', value: 'bo@example.com', restore: true },
    ]);
  });

  test('keeps its placeholder for later entries, even if the text has lost it', async () => {
    const cut = { name: 'enforceTokenLimit', options: { max_tokens: 4, marker: '', keep: 'end' } };
    const { text, hidden } = await prepare(
      [strip, cut, { name: 'injectVariables', options: { open: '<', close: '>' } }, strip],
      { text: 'Write to ada@example.com at once. Then <mail>', variables: { mail: 'bo@example.com' } },
    );
    expect(hidden.map(({ placeholder }) => placeholder)).toEqual(['[EMAIL_1]', '[EMAIL_2]']);
    expect(text).not.toContain('@');
  });

  test('is also hidden in what a later entry brings in', async () => {
    const { text } = await prepare([strip, { name: 'addFileContext' }], {
      text: 'Who is ada@example.com?',
      file: { name: 'a.txt', text: 'ada@example.com is Ada.' },
    });
    expect(text).toBe('File: a.txt\n[EMAIL_1] is Ada.\n\nWho is [EMAIL_1]?');
  });

  test.each([
    ['instructions', { instructions: 'Leave [EMAIL_1] as it is.' }],
    ['options', { options: { labels: ['[EMAIL_1]', 'none'] } }],
  ])('has another placeholder than what looks like one in %s', async (_, given) => {
    const { text, hidden } = await prepare([strip], { text: 'ada@example.com', ...given });
    expect(text).toBe('[EMAIL_2]');
    expect(hidden).toEqual([{ placeholder: '[EMAIL_2]', value: 'ada@example.com', restore: true }]);
  });

  test.each([9, 99_999, 999_999, 9_999_999, 99_999_999_999])(
    'has a placeholder of its own that can be put back, whatever number the text has: %i',
    async (number) => {
      const { text, instructions, hidden } = await prepare([strip], {
        text: `[EMAIL_${number}] ada@example.com`,
        instructions: `[EMAIL_${number}] bo@example.com`,
      });
      expect(new Set(hidden.map(({ placeholder }) => placeholder)).size).toBe(2);
      expect(restoreValues([text, instructions], hidden)).toEqual([
        `[EMAIL_${number}] ada@example.com`,
        `[EMAIL_${number}] bo@example.com`,
      ]);
    },
  );

  test('is hidden in the options however short it is, unless it may be a word', async () => {
    const { text, options } = await prepare([strip], {
      text: 'Write to a@b.de, password: hunter2',
      options: { labels: ['a@b.de', 'hunter2', 'aa@b.de'] },
    });
    expect(text).toBe('Write to [EMAIL_1], password: [TOKEN_1]');
    expect(options).toEqual({ labels: ['[EMAIL_1]', 'hunter2', 'aa@b.de'] });
  });

  test('is at most 50,000 values', { timeout: 20_000 }, async () => {
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, index) => `u${index}@example.com`).join(' ');
    expect((await prepare([strip], { text: addresses(50_000) })).hidden).toHaveLength(50_000);
    await expect(prepare([strip], { text: addresses(50_001) })).rejects.toThrow(
      'stripSensitiveData: it finds more than 50,000 values.',
    );
  });

  test('changes no placeholder, even if a password looks like one', async () => {
    const addresses = Array.from({ length: 11 }, (_, index) => `u${index}@example.com`).join(' ');
    const given = { text: `password: EMAIL_10 ${addresses}`, instructions: 'Mind EMAIL_10.' };
    const { text, instructions, hidden } = await prepare([strip], given);
    expect(text).toContain('[EMAIL_10]');
    expect(instructions).toBe('Mind [TOKEN_1].');
    expect(restoreValues({ text, instructions }, hidden)).toEqual(given);
  });

  test('agrees each time', async () => {
    const given = { text: 'ada@example.com and bo@example.com', instructions: 'cy@example.com' };
    expect(await prepare([strip], given)).toEqual(await prepare([strip], given));
  });
});

test('only what reads the file is given its text', async () => {
  const file = { name: 'a.py', text: 'print(1)' };
  const seen: (string | undefined)[] = [];
  const entries = [
    { name: 'standardizeEncoding', options: {} },
    { name: 'addFileContext', options: {} },
  ];
  await prepareTexts(
    { ...{ text: 'a', instructions: '', options: {}, variables: {} }, entries, file },
    async ({ text, instructions, options, hidden, file: given }) => {
      seen.push(given?.text);
      return { text, instructions, options, hidden };
    },
  );
  expect(seen).toEqual(['', 'print(1)']);
});

test('each preprocessor says in a sentence what it does, and what each option is', () => {
  const names = [
    ...['stripSensitiveData', 'removeDebugCode', 'normalizeCodeFormat', 'addFileContext'],
    ...['standardizeEncoding', 'injectVariables', 'enforceTokenLimit'],
  ];
  for (const name of names) {
    const preprocessor = preprocessorNamed(name);
    if (!preprocessor) throw new Error(`There is no ${name}.`);
    expect(preprocessor.summary, name).toMatch(/^[A-Z].*\.$/);
    const { shape } = preprocessor.options as unknown as { shape: Record<string, { description?: string }> };
    for (const [option, { description }] of Object.entries(shape)) expect(description, option).toMatch(/\.$/);
  }
  expect(preprocessorNamed('constructor')).toBeUndefined();
});
