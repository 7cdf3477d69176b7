import { expect, test } from 'vitest';
import { TraceQueue } from './trace-queue';

const trace = (accountId: string, number: number) => ({ id: `${accountId}${number}`, accountId, spans: 3 });
const drained = (queue: TraceQueue) => {
  const ids: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) ids.push(next.id);
  return ids;
};

test('accounts take turns, each in the order of its jobs', () => {
  const queue = new TraceQueue(10);
  for (let number = 1; number <= 4; number += 1) expect(queue.add(trace('a', number))).toBe(false);
  queue.add(trace('b', 1));
  queue.add(trace('b', 2));
  expect(queue.first()?.id).toBe('a1');
  expect(drained(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.size).toBe(0);
});

test("an account that fills the queue loses its own traces, and none of another's", () => {
  const queue = new TraceQueue(6);
  for (let number = 1; number <= 8; number += 1) expect(queue.add(trace('a', number))).toBe(number > 6);
  for (let number = 1; number <= 5; number += 1) expect(queue.add(trace('b', number))).toBe(true);
  expect(queue.add(trace('a', 9))).toBe(true);
  expect(queue.add(trace('c', 1))).toBe(true);
  expect(queue.size).toBe(6);
  const kept = drained(queue);
  expect(kept.filter((id) => id.startsWith('c'))).toEqual(['c1']);
  expect(kept.filter((id) => id.startsWith('b')).length).toBeGreaterThanOrEqual(2);
  expect(kept.filter((id) => id.startsWith('a')).length).toBeGreaterThanOrEqual(2);
});

test('waiting traces are dropped at once, and counted', () => {
  const queue = new TraceQueue(3);
  for (let number = 1; number <= 3; number += 1) queue.add(trace('a', number));
  expect(queue.clear()).toBe(3);
  expect([queue.size, queue.take()]).toEqual([0, undefined]);
});
