import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { GroupCommit } from '@/lib/server/jobs/ledger/group-commit';

/** Commits whose end a test decides. */
function openCommits() {
  const batches: { items: number[]; end(error?: Error): void }[] = [];
  const commits = new GroupCommit<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(items.map((item) => `stored ${item}`));
        batches.push({ items, end });
      }),
  );
  return { batches, commits };
}

async function turnsPass(count: number, each = () => {}): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await nextTurn();
    each();
  }
}

test('items added in one turn are committed together, and each gets its own result', async () => {
  const { batches, commits } = openCommits();
  const stored = Promise.all([commits.add(1), commits.add(2), commits.add(3)]);
  await nextTurn();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  batches[0]?.end();
  expect(await stored).toEqual(['stored 1', 'stored 2', 'stored 3']);
});

test('items added during a commit wait for the next, in their order; two commits never run at once', async () => {
  const { batches, commits } = openCommits();
  const first = commits.add(1);
  await nextTurn();
  const others = Promise.all([commits.add(2), commits.add(3)]);
  await nextTurn();
  expect(batches).toHaveLength(1);
  batches[0]?.end();
  await first;
  await turnsPass(10);
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  batches[1]?.end();
  expect(await others).toEqual(['stored 2', 'stored 3']);
});

test('items of a large commit resolve a few at a time, so that other work can run in between', async () => {
  const { batches, commits } = openCommits();
  let goneOn = 0;
  const stored = Array.from({ length: 20 }, (_, index) =>
    commits.add(index).then(() => {
      goneOn += 1;
    }),
  );
  await nextTurn();
  batches[0]?.end();
  const atOnce: number[] = [];
  while (goneOn < 20) {
    const before = goneOn;
    await nextTurn();
    atOnce.push(goneOn - before);
  }
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(8);
  await Promise.all(stored);
});

test("an item that can't be stored fails alone: the others of its commit are stored one by one", async () => {
  const sizes: number[] = [];
  const commits = new GroupCommit<number, string>(async (items) => {
    sizes.push(items.length);
    if (items.includes(2)) throw new Error('2 is refused.');
    return items.map((item) => `stored ${item}`);
  });
  const ends = await Promise.allSettled([commits.add(1), commits.add(2), commits.add(3)]);
  expect(ends).toMatchObject([
    { status: 'fulfilled', value: 'stored 1' },
    { status: 'rejected', reason: new Error('2 is refused.') },
    { status: 'fulfilled', value: 'stored 3' },
  ]);
  expect(sizes).toEqual([3, 1, 1, 1]);
});

test('after a failure, it continues', async () => {
  const { batches, commits } = openCommits();
  const failed = commits.add(1);
  await nextTurn();
  batches[0]?.end(new Error('The disk is full.'));
  await expect(failed).rejects.toThrow('The disk is full.');
  const later = commits.add(2);
  await turnsPass(10);
  batches[1]?.end();
  expect(await later).toBe('stored 2');
});

test('a flood is committed in batches of 256, so that other writes get their turn', async () => {
  const sizes: number[] = [];
  const commits = new GroupCommit<number, number>(async (items) => {
    sizes.push(items.length);
    return items;
  });
  await Promise.all(Array.from({ length: 600 }, (_, index) => commits.add(index)));
  expect(sizes).toEqual([256, 256, 88]);
});

test('it reports once that it is idle, after items added during the commit are stored', async () => {
  const idle: number[] = [];
  const sizes: number[] = [];
  const commits: GroupCommit<number, number> = new GroupCommit(
    async (items) => {
      sizes.push(items.length);
      if (items.includes(1)) void commits.add(2);
      return items;
    },
    () => idle.push(sizes.length),
  );
  await commits.add(1);
  await turnsPass(20);
  expect(sizes).toEqual([1, 1]);
  expect(idle).toEqual([2]);
});

test('a database that is unavailable fails all at once: none waits for it by itself', async () => {
  const sizes: number[] = [];
  const commits = new GroupCommit<number, number>(async (items) => {
    sizes.push(items.length);
    throw new DatabaseUnavailable('overloaded');
  });
  const ends = await Promise.allSettled([commits.add(1), commits.add(2), commits.add(3)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sizes).toEqual([3]);
});

test('large items are committed a few at a time, and the event loop serves others in between', async () => {
  const events: string[] = [];
  const commits = new GroupCommit<number, number>(
    async (items) => {
      events.push(items.join());
      return items;
    },
    undefined,
    (weight) => weight,
  );
  const all = Promise.all([200, 100, 50, 300, 1].map((weight) => commits.add(weight)));
  const others = turnsPass(24, () => events.push('others'));
  await Promise.all([all, others]);
  expect(events.filter((event) => event !== 'others')).toEqual(['200', '100,50', '300', '1']);
  const runs = events.join(' ').split(/ ?[\d,]+ ?/);
  // As many turns as a call needs.
  for (const others of runs.slice(1, -1)) expect(others.split(' ').length).toBeGreaterThanOrEqual(6);
});
