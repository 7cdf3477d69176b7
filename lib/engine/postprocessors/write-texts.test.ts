import { describe, expect, test } from 'vitest';
import { postprocessed, takesOptions } from '@/testing/postprocessed';

describe('writeToJson', () => {
  const json = async (output: unknown, options: object = {}) =>
    (await postprocessed('writeToJson', { output, options })).written;

  test('writes the whole output with an indent of two, in its order, and a line end', async () => {
    expect(await json({ label: 'defect', a: [1] })).toBe(
      '{\n  "label": "defect",\n  "a": [\n    1\n  ]\n}\n',
    );
  });

  test('writes one line without an indent, and a file named as wished', async () => {
    const { file, written } = await postprocessed('writeToJson', {
      output: [1],
      options: { indent: 0, file_name: 'a.txt' },
    });
    expect(file).toMatchObject({ name: 'a.txt', type: 'application/json' });
    expect(written).toBe('[1]\n');
  });

  test.each([null, 'a\0\uD800', JSON.parse('{"__proto__":1}'), [], 0])(
    'writes %j so that it reads the same',
    async (output) => {
      expect(JSON.parse((await json(output)) ?? '')).toEqual(output);
    },
  );

  test('whose indents would fill the memory fails instead', async () => {
    const leaf = Array.from({ length: 200_000 }, () => 1);
    const output = Array.from({ length: 90 }).reduce<unknown>((inner) => [inner], leaf);
    await expect(json(output, { indent: 8 })).rejects.toMatchObject({
      code: 'PROCESSOR_FAILED',
      message: 'writeToJson: the file would have more than 10 MiB.',
    });
  });
});

describe('writeToTxt', () => {
  const txt = async (text: string, options: object = {}) =>
    (await postprocessed('writeToTxt', { text, options })).written;

  test('writes the text as it is', async () => {
    expect(await txt('**a**  \n\tb')).toBe('**a**  \n\tb');
  });

  test('wraps between words', async () => {
    const text = 'The rent is due by the third working day of each month, without a grace period.';
    expect(await txt(text, { line_length: 40 })).toBe(
      'The rent is due by the third working day\nof each month, without a grace period.',
    );
  });

  test('keeps long words whole, and line ends', async () => {
    const word = 'x'.repeat(50);
    expect(await txt(`${word} a ${word}\n\n  b`, { line_length: 40 })).toBe(`${word}\na\n${word}\n\n  b`);
    expect(await txt(word, { line_length: 40 })).toBe(word);
  });

  test('counts characters, not their halves', async () => {
    const text = `${'😀'.repeat(20)} ${'😀'.repeat(19)}`;
    expect(await txt(text, { line_length: 40 })).toBe(text);
  });

  test('writes the line endings that are asked for', async () => {
    expect(await txt('a\r\nb\nc\rd', { line_endings: 'crlf' })).toBe('a\r\nb\r\nc\r\nd');
    expect(await txt('a\r\nb')).toBe('a\nb');
  });

  test.each([1, 39, 401, 40.5])('takes no line of %d characters', (line_length) => {
    expect(takesOptions('writeToTxt', { line_length })).toBe(false);
  });
});

describe('logToFile', () => {
  const record = {
    ...{ step: 'summary', task: 'summarization', model: 'sandbox/fast', attempts: 1, fallbacks: [] },
    ...{ latencyMs: 12, tokensIn: 310, tokensOut: 48, cost: 0.000072 },
    ...{ text: 'To [EMAIL_1]\ncost: $9', output: { summary: '[EMAIL_1]' } },
  };
  const log = async (
    options: object = {},
    of = record as typeof record | (Omit<typeof record, 'cost'> & { cost: null }),
  ) =>
    (
      await postprocessed('logToFile', {
        output: 'real@example.com',
        text: 'real@example.com',
        options,
        record: of,
      })
    ).written;

  test('writes the facts on one line, without texts', async () => {
    expect(await log()).toBe(
      '{"step":"summary","task":"summarization","model":"sandbox/fast","attempts":1,"fallbacks":[],"latencyMs":12,"tokensIn":310,"tokensOut":48,"cost":0.000072}\n',
    );
  });

  test('has texts only as they were sent, with placeholders, if asked for', async () => {
    for (const format of ['jsonl', 'text']) {
      const written = await log({ include_text: true, format });
      expect(written).toContain('[EMAIL_1]');
      expect(written).not.toContain('real@example.com');
      expect(await log({ format })).not.toContain('EMAIL');
    }
    expect(JSON.parse((await log({ include_text: true })) ?? '')).toEqual(record);
  });

  test('writes lines to read, none of which a text can add', async () => {
    const lines = (await log({ format: 'text', include_text: true }))?.split('\n');
    expect(lines).toContain('cost: $0.000072');
    expect(lines).toContain('  cost: $9');
    expect(await log({ format: 'text' }, { ...record, cost: null })).toContain('\ncost: unknown\n');
  });
});
