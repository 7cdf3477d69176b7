import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('while one is stuck no other begins, and the end waits for that one only', async () => {
  const begun: (() => void)[] = [];
  const end = repeat(1_000, () => new Promise((resolve) => begun.push(resolve)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toHaveLength(1);
  begun[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toHaveLength(2);

  let ended = false;
  const ending = end().then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toBe(false);
  begun[1]?.();
  await ending;
  expect(begun).toHaveLength(2);
});

test('after the end nothing is begun', async () => {
  const task = vi.fn(async () => {});
  await repeat(1_000, task)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(task).not.toHaveBeenCalled();
});
