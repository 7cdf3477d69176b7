import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { postprocessed } from '@/testing/postprocessed';

const diffed = (
  originalText: string,
  text: string,
  options: object = {},
  output: unknown = { title: 'stop', text },
) => postprocessed('diffOriginal', { originalText, text, output, options });
const stop = 'export function stop() {}';
const changed = `/** Stops the arm at once. */\n${stop}`;
const patch = `--- original\n+++ output\n@@ -1 +1,2 @@\n+/** Stops the arm at once. */\n ${stop}\n`;

test('the example of the reference', async () => {
  const { output, text } = await diffed(stop, changed, { replace: true });
  expect(text).toBe(patch);
  expect(output).toEqual({ title: 'stop', text: changed, diff: patch });
  expect((await diffed(stop, changed)).text).toBe(changed);
});

test('a list of changes counts lines where they are', async () => {
  const { output } = await diffed('a\nb\nc\n', 'a\nB\nc\nd', { format: 'json' });
  expect(output).toMatchObject({
    diff: [
      { kind: 'removed', line: 2, text: 'b' },
      { kind: 'added', line: 2, text: 'B' },
      { kind: 'added', line: 4, text: 'd' },
    ],
  });
  const { text } = await diffed(stop, changed, { format: 'json', replace: true });
  expect(JSON.parse(text)).toEqual([{ kind: 'added', line: 1, text: '/** Stops the arm at once. */' }]);
});

test('equal texts give an empty diff, whatever ends their lines', async () => {
  expect((await diffed('a\r\nb', 'a\nb\n')).output).toMatchObject({ diff: '' });
  expect((await diffed('a', 'a', { format: 'json' })).output).toMatchObject({ diff: [] });
});

test('a diff leads from one text to the other, with any context', async () => {
  const one = Array.from({ length: 60 }, (_, index) => `line ${index}\n`);
  const other = one.flatMap((line, index) =>
    index % 17 === 3 ? [] : index % 13 === 5 ? [line, 'new\n'] : [line],
  );
  for (const context_lines of [0, 3, 20])
    for (const [from, to] of [
      [one, other],
      [other, one],
      [[], one],
      [one, []],
    ] as [string[], string[]][]) {
      const { output } = await diffed(from.join(''), to.join(''), { context_lines });
      expect(applyPatch(from.join(''), (output as { diff: string }).diff)).toBe(to.join(''));
    }
});

test('a list has no place for it', async () => {
  await expect(diffed('a', 'b', {}, [])).rejects.toMatchObject({ code: 'PROCESSOR_FAILED' });
});

test('texts of a million characters that share nothing end in a problem', async () => {
  const lines = (word: string) =>
    Array.from({ length: 40_000 }, (_, index) => `${word} ${index} lorem ipsum\n`).join('');
  await expect(diffed(lines('a'), lines('b'))).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: 'diffOriginal: the texts differ in more than 5,000 lines, too many to compare.',
  });
});
