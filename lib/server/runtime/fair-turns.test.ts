import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns';

/** Holds the thread, as a statement of SQLite does, for longer than a turn may last. */
function hold(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

test('between two pieces of work that hold the thread, the event loop serves others', async () => {
  const turns = new FairTurns();
  const events: string[] = [];
  const work = async (name: string) => {
    await turns.begin('a');
    hold();
    // Only promises follow a statement.
    await Promise.resolve();
    events.push(name);
  };
  const all = Promise.all(['first', 'second', 'third'].map(work));
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    events.push('others');
  }
  await all;
  expect(events).toEqual(['first', 'others', 'second', 'others', 'third', 'others']);
});

test('callers take turns, so that none waits for all work of another', async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  const work = async (caller: string) => {
    await turns.begin(caller);
    begun.push(caller);
  };
  await Promise.all([...Array(20).fill('busy'), 'other', 'third'].map(work));
  expect(begun.slice(0, 4)).toEqual(['busy', 'busy', 'other', 'third']);
  expect(begun).toHaveLength(22);
});

test('work that begins in a turn that has lasted long enough waits for the next turn', async () => {
  const turns = new FairTurns();
  await nextTurn();
  await turns.begin('a');
  hold();
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  let hasBegun = false;
  const begun = turns.begin('b').then(() => {
    hasBegun = true;
  });
  for (let count = 0; count < 10; count += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(hasBegun).toBe(false);
  await begun;
});

test('short pieces of work share a turn', async () => {
  const turns = new FairTurns();
  let passed = 0;
  const immediate = nextTurn().then(() => passed);
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      await turns.begin('a');
      passed += 1;
    }),
  );
  expect(await immediate).toBe(5);
});

test("work whose client has left while it waited doesn't begin", async () => {
  const turns = new FairTurns();
  const client = new AbortController();
  const first = turns.begin('a');
  const second = turns.begin('a', client.signal);
  client.abort(new Error('left'));
  await first;
  await expect(second).rejects.toThrow('left');
  await turns.begin('a');
});
