import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue';

function lineOf(...items: string[]): FairQueue<string> {
  const line = new FairQueue<string>();
  for (const item of items) line.add(item.charAt(0), item);
  return line;
}

const take = (line: FairQueue<string>, count: number) => Array.from({ length: count }, () => line.next());

test('accounts take turns, each in its own order', () => {
  expect(take(lineOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1'), 7)).toEqual([
    ...['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
    undefined,
  ]);
});

test('an account with something under way lets the others go first, until that has ended', () => {
  const line = lineOf('a1', 'a2', 'a3');
  expect(take(line, 2)).toEqual(['a1', 'a2']);
  line.add('b', 'b1');
  line.add('b', 'b2');
  line.end('a');
  expect(take(line, 1)).toEqual(['b1']);
  line.end('a');
  expect(take(line, 3)).toEqual(['a3', 'b2', undefined]);
});

test('an item that has left the queue is skipped', () => {
  const line = lineOf('a1', 'b1', 'b2');
  line.remove('b', 'b1');
  line.remove('b', 'b1');
  line.remove('c', 'c1');
  expect(take(line, 3)).toEqual(['a1', 'b2', undefined]);
});

test("an account whose first item doesn't fit lets the others go, and keeps its order", () => {
  const line = lineOf('a1', 'a2', 'b1');
  expect(line.next((item) => item !== 'a1')).toBe('b1');
  expect(line.next((item) => item !== 'a1')).toBeUndefined();
  expect(take(line, 2)).toEqual(['a1', 'a2']);
});

test('an account has at most so many items under way, whether or not others wait', () => {
  const line = new FairQueue<string>(1);
  for (const item of ['a1', 'a2', 'b1']) line.add(item.charAt(0), item);
  expect(take(line, 3)).toEqual(['a1', 'b1', undefined]);
  line.end('a');
  expect(line.next()).toBe('a2');
});
