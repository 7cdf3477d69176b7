import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { WriteQueue } from '@/lib/server/database/write-queue';

/** A write that runs until the test ends it. */
function heldWrite() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { write: () => ended, end };
}

test('writes run one at a time, in the order they came, a failing one among them', async () => {
  const queue = new WriteQueue({ atOnce: 1, waiting: 10, milliseconds: 60_000 });
  const ran: number[] = [];
  const running = { now: 0, most: 0 };
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map((number) =>
      queue.run(async () => {
        running.most = Math.max(running.most, ++running.now);
        ran.push(number);
        await new Promise(setImmediate);
        running.now -= 1;
        if (number === 2) throw new Error('changed my mind');
      }),
    ),
  );
  expect(ran).toEqual([1, 2, 3, 4]);
  expect(running.most).toBe(1);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

test('the queue holds writes up to its bound, and takes another once one has run', async () => {
  const queue = new WriteQueue({ atOnce: 1, waiting: 1, milliseconds: 60_000 });
  const { write, end } = heldWrite();
  const first = queue.run(write);
  const second = queue.run(async () => 'second');
  expect(queue.length).toBe(1);
  await expect(queue.run(async () => 'third')).rejects.toMatchObject({ failure: 'overloaded' });
  end();
  await first;
  expect(await second).toBe('second');
  expect(await queue.run(async () => 'fourth')).toBe('fourth');
  expect(queue.length).toBe(0);
});

test('a waiting write can be refused, which ends only its own wait', async () => {
  const queue = new WriteQueue({ atOnce: 1, waiting: 10, milliseconds: 60_000 });
  const { write, end } = heldWrite();
  const first = queue.run(write);
  let ran = false;
  const waiting = queue.run(async () => {
    ran = true;
  });
  queue.refuseWaiting(new DatabaseUnavailable('locked'));
  await expect(waiting).rejects.toMatchObject({ failure: 'locked' });
  end();
  await first;
  expect(ran).toBe(false);
  expect(await queue.run(async () => 'later')).toBe('later');
});

test("a write whose turn doesn't come in time fails", async () => {
  const queue = new WriteQueue({ atOnce: 1, waiting: 10, milliseconds: 1 });
  const { write, end } = heldWrite();
  const first = queue.run(write);
  await expect(queue.run(async () => 'late')).rejects.toMatchObject({ failure: 'overloaded' });
  end();
  await first;
  expect(await queue.run(async () => 'next')).toBe('next');
});
