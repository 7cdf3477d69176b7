import { expect, test } from 'vitest';
import { preparedBy, problemOf } from '@/testing/engine/prepared-by';
import { addFileContext } from './add-file-context';
import { loadTokenizer } from './count-tokens';

const file = { name: 'manual.txt', text: 'The gripper is fastened with 4 Nm.\n' };
const add = (text: string, options = {}, given: typeof file | null = file) =>
  preparedBy(addFileContext, text, options, { file: given });

test('the file is put under its name, before or after the text', async () => {
  const block = 'File: manual.txt\nThe gripper is fastened with 4 Nm.';
  expect(await add('Which torque?')).toBe(`${block}\n\nWhich torque?`);
  expect(await add('Which torque?', { position: 'after' })).toBe(`Which torque?\n\n${block}`);
  expect(await add(' ')).toBe(block);
});

test('a file that is cut ends with a marker, and has the tokens that it may have', async () => {
  const long = { name: 'a.txt', text: 'The arm stops.\n'.repeat(5_000) };
  const count = await loadTokenizer();
  for (const [options, most] of [
    [{}, 4_000],
    [{ max_tokens: 50 }, 50],
  ] as const) {
    const added = (await add('', options, long)).replace('File: a.txt\n', '');
    expect(added).toMatch(/stops\.\n\[…\]$/);
    expect(count(added)).toBeLessThanOrEqual(most);
    expect(count(added)).toBeGreaterThan(most - 10);
  }
});

test("a missing file fails, unless it isn't required", async () => {
  expect(await problemOf(addFileContext, 'Which torque?')).toEqual({
    code: 'PROCESSOR_FAILED',
    message: 'the job has no file.',
  });
  expect(await add('Which torque?', { required: false }, null)).toBe('Which torque?');
});
