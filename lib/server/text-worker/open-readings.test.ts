import { afterAll, describe, expect, it } from 'vitest';
import { PreprocessorProblem } from '@/lib/engine/preprocessors/define-preprocessor';
import { decodeFound } from '@/lib/engine/preprocessors/file-encoding';
import { ReplyProblem, TooMuchWork } from '@/lib/engine/replies/problems';
import type { Reading } from '@/lib/engine/tasks/read-task';
import { taskNamed } from '@/lib/engine/tasks/registry';
import type { Scope } from '@/lib/engine/text-worker';
import { watchThread } from '@/testing/watch-thread';
import { textLimits } from './evaluation';
import { isLightReading } from './is-light';
import { openTextWorker } from './open-text-worker';

const mebibyte = 1024 * 1024;
const tooMuch = 'It takes too much work to check against this schema.';

const callerOf = (accountId: string) => ({ accountId, signal: new AbortController().signal });
const caller = callerOf('acc_1');

const readingOf = (task: string, options: object, reply: string | null, material = 'x'): Reading => ({
  task,
  options: taskNamed(task)?.options.parse(options),
  material,
  reply: reply === null ? null : { text: reply, truncated: false },
});
const checkOf = (schema: object, data: string) => readingOf('validation', { schema }, null, data);

/** A list of so many characters. */
const listOf = (entry: unknown, characters: number) => {
  const json = JSON.stringify(entry);
  return `[${new Array(Math.floor(characters / (json.length + 1))).fill(json).join(',')}]`;
};
const part = { id: 20318, name: 'Gripper arm', price: 12.5, tags: ['arm', 'spare'] };
const partSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string', maxLength: 80 },
    price: { type: ['number', 'null'], minimum: 0 },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'name'],
  additionalProperties: false,
};
const branches = (of: (index: number) => object) => Array.from({ length: 100 }, (_, index) => of(index));
const numbers = listOf(1, 8 * mebibyte);
/** An alternative that fails in each entry, of which the library keeps all. */
const fillsMemory = { anyOf: [{ additionalItems: false, items: [], contains: { type: 'string' } }] };

const opened = openTextWorker();
/** Workers that end runaway work sooner. */
const strict = openTextWorker({ texts: { milliseconds: 500, mebibytes: 96 } });
const roomy = openTextWorker({ texts: { ...textLimits, milliseconds: 1_000 } });
afterAll(() => Promise.all([opened.close(), strict.close(), roomy.close()]));

describe('a check against a schema', () => {
  it.each<[string, object, number]>([
    [
      'alternatives for each entry, 0.1 MB',
      { items: { anyOf: branches((at) => ({ required: [`f${at}`] })) } },
      0.1,
    ],
    [
      'alternatives for each entry, 0.95 MB',
      { items: { anyOf: branches((at) => ({ required: [`f${at}`] })) } },
      0.95,
    ],
    ['alternatives for the list', { anyOf: branches((at) => ({ items: { required: [`f${at}`] } })) }, 0.95],
    ['a file that fails everywhere', { items: { type: 'number' } }, 10],
  ])('%s: ends while the thread stays free', async (_what, schema, megabytes) => {
    const data = listOf(part, megabytes * 1_000_000);
    const { outcome, longestTurn } = await watchThread(opened.read(checkOf(schema, data), caller));
    expect(outcome).toMatchObject({ valid: false });
    expect(longestTurn).toBeLessThan(1_000);
  });

  it.each([
    ['', { type: 'array', items: partSchema }],
    [' by a reference', { type: 'array', items: { $ref: '#/$defs/part' }, $defs: { part: partSchema } }],
  ])('passes a whole file%s', async (_how, schema) => {
    const { outcome, longestTurn } = await watchThread(
      opened.read(checkOf(schema, listOf(part, 10 * mebibyte - 2)), caller),
    );
    expect(outcome).toEqual({ valid: true, failures: [] });
    expect(longestTurn).toBeLessThan(1_000);
  });

  it.each([
    ['time', { items: { anyOf: branches(() => ({ type: 'string' })) } }],
    ['memory', fillsMemory],
    ['the stack', { allOf: [{ $ref: '#' }] }],
  ])('that needs too much of %s is refused, and the next check runs', async (_what, schema) => {
    const { outcome, longestTurn } = await watchThread(
      strict.read(checkOf(schema, numbers), caller).catch((error: unknown) => error),
    );
    expect(outcome).toEqual(new TooMuchWork(tooMuch));
    expect(longestTurn).toBeLessThan(1_000);
    expect(await strict.read(checkOf({ $ref: '#/$defs/a', $defs: { a: {} } }, '1'), caller)).toEqual({
      valid: true,
      failures: [],
    });
  });
});

describe('a reply of 20 MB', () => {
  const units = ['[', '{"a":1},', '"', '漢', '- a\n', '~'];
  const forms = [
    ['generation', {}],
    ['summarization', { format: 'bullets' }],
    ['analysis', {}],
    ['extraction', { fields: ['a'], many: true }],
    ['transformation', { to: 'csv' }],
    ['transformation', { to: 'yaml' }],
  ] as const;

  it.each(units)(
    'of %j is read or refused while the thread stays free',
    async (unit) => {
      const reply = unit.repeat(Math.floor((20 * mebibyte) / unit.length));
      for (const [task, options] of forms) {
        const { outcome, longestTurn } = await watchThread(
          roomy.read(readingOf(task, options, reply), caller).catch((error: unknown) => error),
        );
        if (outcome instanceof Error && !(outcome instanceof TooMuchWork))
          expect(outcome).toBeInstanceOf(ReplyProblem);
        expect(longestTurn).toBeLessThan(1_500);
      }
    },
    240_000,
  );

  it('of small values is too much to be stored', async () => {
    const reading = readingOf('transformation', { to: 'json' }, listOf([], 3 * mebibyte));
    await expect(opened.read(reading, caller)).rejects.toThrow('The reply takes too much work to read.');
  });
});

describe('other work on texts', () => {
  it('reads a reply that is long, as a short one', async () => {
    const output = (reply: string) => opened.read(readingOf('extraction', { fields: ['a'] }, reply), caller);
    expect(await output('{"a":"1"}')).toEqual({ a: '1' });
    const long = 'a'.repeat(100_000);
    expect(await output(JSON.stringify({ a: long }))).toEqual({ a: long });
    await expect(output(`${long}{"b":{}}`)).resolves.toEqual({ a: null });
    await expect(output(long)).rejects.toThrow(ReplyProblem);
  });

  it('divides a file while the thread stays free', async () => {
    const rules = { at: ['paragraph', 'line'], maxTokens: 30_000 } as const;
    const { outcome, longestTurn } = await watchThread(
      opened.divide('a\n'.repeat(4 * mebibyte), rules, caller),
    );
    expect('pieces' in outcome && outcome.pieces.join('')).toBe('a\n'.repeat(4 * mebibyte));
    expect(longestTurn).toBeLessThan(1_000);
  });

  it('reads uploads, joins outputs and puts values back, long ones as short ones', async () => {
    for (const length of [10, 200_000]) {
      const long = 'ä'.repeat(length);
      const bytes = new TextEncoder().encode(long);
      expect(await opened.decodeUpload(bytes, caller)).toEqual(decodeFound(bytes));
      expect(await opened.join({ a: long, b: 1 }, caller)).toBe(JSON.stringify({ a: long, b: 1 }, null, 2));
      const hidden = [{ placeholder: '[EMAIL_1]', value: 'ada@acme.example', restore: true }];
      const output = { text: `${long} [EMAIL_1]` };
      expect(await opened.restore({ output, hidden, writtenIn: null }, caller)).toEqual({
        text: `${long} ada@acme.example`,
      });
    }
  });

  it('refuses outputs and values put back that are too long', async () => {
    const long = 'a'.repeat(5 * mebibyte);
    await expect(opened.join({ a: long, b: long, c: long }, caller)).rejects.toThrow(
      /^The outputs that the step reads have more than 12 MiB together\.$/,
    );
    const hidden = [{ placeholder: '[TOKEN_1]', value: long, restore: true }];
    const output = { text: '[TOKEN_1] '.repeat(3) };
    await expect(opened.restore({ output, hidden, writtenIn: null }, caller)).rejects.toThrow(
      new PreprocessorProblem('The output with its values put back has more than 10 MiB.'),
    );
  });

  it("writes the sandbox's replies", async () => {
    const work = { options: {}, instructions: '', tone: 'neutral', text: 'Hello?', thorough: false };
    const reply = (text: string) => opened.reply('poetry', { ...work, text }, null, caller);
    expect(await reply('Hello?')).toContain('Hello?');
    expect(await reply('Hello? '.repeat(10_000))).toContain('Hello?');
  });
});

describe('accounts', () => {
  const slow = checkOf(
    { items: { anyOf: branches(() => ({ type: 'string' })) } },
    `${numbers.slice(0, -1)},"x"]`,
  );

  it('take turns: an account with much to read delays no other account, and no evaluation', async () => {
    const scope: Scope = { input: 'a', variables: {}, file: null, steps: {} };
    const evaluate = () => strict.render(['{{ input | upcase }}'], scope, callerOf('acc_2'));
    // Its process has started.
    await evaluate();
    let ended = 0;
    const others = Array.from({ length: 4 }, () =>
      strict
        .read(slow, caller)
        .catch((error: unknown) => error)
        .finally(() => {
          ended += 1;
        }),
    );
    expect(await evaluate()).toEqual(['A']);
    expect(ended).toBeLessThan(others.length / 2);
    const neighbor = checkOf({ items: { $ref: '#/$defs/a' }, $defs: { a: {} } }, '[1]');
    expect(await strict.read(neighbor, callerOf('acc_2'))).toMatchObject({ valid: true });
    expect(ended).toBeLessThan(others.length);
    await Promise.all(others);
  });

  it('leave the line with what was canceled', async () => {
    const control = new AbortController();
    const readings = Array.from({ length: 6 }, () =>
      strict.read(slow, { accountId: 'acc_1', signal: control.signal }),
    );
    control.abort(new Error('Canceled.'));
    for (const outcome of await Promise.allSettled(readings))
      expect(outcome).toMatchObject({ reason: { message: 'Canceled.' } });
  });
});

describe('a reply that is read in this process', () => {
  const reply = (characters: number) => JSON.stringify({ a: 'x'.repeat(characters) });
  const extraction = (schema: object, text: string) =>
    readingOf('extraction', { schema: { type: 'object', ...schema } }, text);

  it('is short', () => {
    expect(isLightReading(readingOf('generation', {}, 'Fine.'))).toBe(true);
    expect(isLightReading(readingOf('generation', {}, 'a'.repeat(3_000)))).toBe(false);
    expect(isLightReading(readingOf('analysis', {}, 'a', 'a'.repeat(20_000)))).toBe(false);
  });

  it('has few values for the size of its options', () => {
    const labels = { labels: Array.from({ length: 100 }, (_, index) => `${'label '.repeat(3)}${index}`) };
    const reading = (text: string) => readingOf('classification', labels, text);
    expect(isLightReading(reading('{}'))).toBe(true);
    expect(isLightReading(reading(`{}${','.repeat(500)}`))).toBe(false);
  });

  it('has no schema of a caller, which would be compiled', () => {
    expect(isLightReading(readingOf('extraction', { fields: ['a'] }, reply(10)))).toBe(true);
    expect(isLightReading(extraction({ properties: { a: {} } }, reply(10)))).toBe(false);
    expect(isLightReading(checkOf({}, '[1]'))).toBe(false);
  });
});

it('a failure names its place in few characters, however long the name is in the data', async () => {
  const schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } };
  const data = JSON.stringify({ ['n'.repeat(mebibyte)]: Array.from({ length: 120 }, () => 1) });
  const output = (await opened.read(checkOf(schema, data), caller)) as { failures: { path: string }[] };
  expect(output.failures).toHaveLength(100);
  expect(JSON.stringify(output).length).toBeLessThan(100_000);
});
