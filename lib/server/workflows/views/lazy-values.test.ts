import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { ContentBudget } from './content-budget';
import { LazyValues } from './lazy-values';

const budget = new ContentBudget();
const readAll = async (keys: readonly string[]) => new Map(keys.map((key) => [key, `of ${key}`]));

test('a value is shared while it is read, and not kept once it has been', async () => {
  let finish = () => {};
  const read = vi.fn(async (keys: readonly string[]) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return readAll(keys);
  });
  const values = new LazyValues(read);
  const first = values.get('a', 1, budget);
  await nextTurn();
  const second = values.get('a', 1, budget);
  await nextTurn();
  expect(read).toHaveBeenCalledTimes(1);
  finish();
  expect(await Promise.all([first, second])).toEqual(['of a', 'of a']);
  read.mockImplementation(readAll);
  expect(await values.get('a', 1, budget)).toBe('of a');
  expect(read).toHaveBeenCalledTimes(2);
});

test('a read that failed is tried again when its value is asked for again', async () => {
  const read = vi.fn(readAll).mockRejectedValueOnce(new Error('The database is locked.'));
  const values = new LazyValues(read);
  await expect(values.get('a', 1, budget)).rejects.toThrow('locked');
  expect(await values.get('a', 1, budget)).toBe('of a');
});
