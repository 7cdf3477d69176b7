import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { unbounded } from '@/testing/engine/memory-run-store';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { Quarantine } from './quarantine';
import { RunSlots } from './run-slots';

let clock: SimulatedClock;
let places: RunSlots;
let begun: DispatchedJob[];
/** Suspects that others were stored to have joined. */
let cleared: string[];
let canWrite: boolean;

beforeEach(() => {
  [clock, begun, cleared, canWrite] = [new SimulatedClock(), [], [], true];
  const clear = async ({ id }: DispatchedJob) => {
    if (!canWrite) throw new Error('The database is away.');
    cleared.push(id);
  };
  places = new RunSlots(
    new Quarantine(clock, clear, (released) => {
      if (released) places.addToQueue(released);
      begin();
    }),
  );
});

function begin(): void {
  for (let job = places.next(); job; job = places.next()) begun.push(job);
}

function add(id: string, crashCount = 0, accountId = 'a'): DispatchedJob {
  const job = {
    id,
    accountId,
    epoch: 1,
    slots: 1,
    isAwaited: false,
    bytes: 1_000,
    outputBytes: 0,
    crashCount,
    outputBounds: unbounded,
  };
  places.add(job);
  begin();
  return job;
}

function leave(id: string): void {
  const job = begun.find((each) => each.id === id);
  if (!job) throw new Error(`${id} hasn't begun.`);
  places.leave(job);
  begin();
}

async function pass(milliseconds: number): Promise<void> {
  clock.moveTo(clock.now() + milliseconds);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const order = () => begun.map(({ id }) => id);

test('a suspect begins when nothing else runs, and nothing else begins until it has ended', async () => {
  add('running');
  add('suspect', 3);
  add('later', 0, 'b');
  expect(order()).toEqual(['running']);
  expect(places.capacity).toEqual({ all: 0, awaited: 0, others: 0 });
  leave('running');
  expect(order()).toEqual(['running', 'suspect']);
  leave('suspect');
  expect(order()).toEqual(['running', 'suspect', 'later']);
  expect(cleared).toEqual([]);
});

test('several suspects run one after another, before what waits', async () => {
  for (const id of ['s1', 's2', 's3']) add(id, 3, id);
  add('other', 0, 'b');
  expect(order()).toEqual(['s1']);
  leave('s1');
  expect(order()).toEqual(['s1', 's2']);
  leave('s2');
  leave('s3');
  expect(order()).toEqual(['s1', 's2', 's3', 'other']);
});

test('after five seconds others join a suspect, once it is stored that they do', async () => {
  add('suspect', 3);
  add('other', 0, 'b');
  canWrite = false;
  await pass(4_999);
  expect(order()).toEqual(['suspect']);
  await pass(1);
  expect(order()).toEqual(['suspect']);
  canWrite = true;
  await pass(500);
  expect(cleared).toEqual(['suspect']);
  expect(order()).toEqual(['suspect', 'other']);
});

test.each([
  [3, 5_000],
  [8, 10_000],
  [13, 20_000],
  [18, 40_000],
  [48, 40_000],
])('with a crash count of %i, it is alone for %i ms', async (crashCount, milliseconds) => {
  add('suspect', crashCount);
  add('other', 0, 'b');
  await pass(milliseconds - 1);
  expect(order()).toEqual(['suspect']);
  await pass(1);
  expect(order()).toEqual(['suspect', 'other']);
});

test('however many suspects there are, others wait for five seconds and then for the running suspect', async () => {
  for (let index = 0; index < 20; index += 1) add(`s${index}`, 3, `s${index}`);
  add('other', 0, 'b');
  for (const index of [0, 1, 2]) {
    await pass(2_000);
    if (index < 2) leave(`s${index}`);
  }
  // The hold is over, and s2 has begun within it.
  expect(order()).toEqual(['s0', 's1', 's2']);
  leave('s2');
  expect(order()).toEqual(['s0', 's1', 's2', 'other']);
  // As long as others go first, what comes begins at once.
  add('next', 0, 'c');
  expect(order().at(-1)).toBe('next');
  leave('other');
  leave('next');
  await pass(5_000);
  expect(order().at(-1)).toBe('s3');
});

test('a process that is never idle lets others begin after five seconds, and the suspect with them in the end', async () => {
  add('endless');
  add('suspect', 3);
  for (let hold = 0; hold < 12; hold += 1) {
    const id = `other ${hold}`;
    add(id, 0, 'b');
    expect(order()).not.toContain(id);
    await pass(5_000);
    expect(order()).toContain(id);
    await pass(5_000);
  }
  expect(order()).toContain('suspect');
  expect(cleared).toEqual(['suspect']);
});

test('a suspect that is canceled while it waits holds nothing back any longer', () => {
  add('running');
  const suspect = add('suspect', 3);
  add('other', 0, 'b');
  places.remove(suspect);
  expect(order()).toEqual(['running', 'other']);
});

test('a process that stops has no timer left, even if a suspect leaves it afterwards', async () => {
  add('suspect', 3);
  places.quarantine.stop();
  await pass(0);
  expect(clock.sleeping).toBe(0);
  leave('suspect');
  await pass(0);
  expect(clock.sleeping).toBe(0);
});
