import { expect, test } from 'vitest';
import type { DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { unbounded } from '@/testing/engine/memory-run-store';
import { SimulatedClock } from '@/testing/engine/simulated-clock';
import { Quarantine } from './quarantine';
import { RunSlots } from './run-slots';

const MEBIBYTE = 1024 * 1024;
let number = 0;

function jobOf(accountId: string, more: Partial<DispatchedJob> = {}): DispatchedJob {
  number += 1;
  const usual = {
    epoch: 1,
    slots: 1,
    isAwaited: false,
    bytes: 1_000,
    outputBytes: 0,
    crashCount: 0,
    outputBounds: unbounded,
  };
  return { id: `job-${number}`, accountId, ...usual, ...more };
}

const openPlaces = () =>
  new RunSlots(
    new Quarantine(
      new SimulatedClock(),
      async () => {},
      () => {},
    ),
  );

function add(places: RunSlots, count: number, accountId: string, more: Partial<DispatchedJob> = {}): void {
  for (let index = 0; index < count; index += 1) places.add(jobOf(accountId, more));
}

function begin(places: RunSlots): DispatchedJob[] {
  const begun: DispatchedJob[] = [];
  for (let job = places.next(); job; job = places.next()) begun.push(job);
  return begun;
}

const countOf = (jobs: readonly DispatchedJob[], accountId: string) =>
  jobs.filter((job) => job.accountId === accountId).length;

test('each kind of job leaves places to the other, and all have 256', () => {
  const places = openPlaces();
  add(places, 300, 'a', { isAwaited: true });
  expect(begin(places)).toHaveLength(192);
  add(places, 300, 'b');
  expect(begin(places)).toHaveLength(64);
});

test('the capacity is the total minus running and waiting jobs, not a separate number for each kind', () => {
  const places = openPlaces();
  expect(places.capacity).toEqual({ all: 256, awaited: 192, others: 192 });
  add(places, 150, 'a', { isAwaited: true });
  begin(places);
  add(places, 100, 'b');
  expect(places.capacity).toEqual({ all: 6, awaited: 42, others: 92 });
});

test('a place that becomes free is for the account of which the fewest run', () => {
  const places = openPlaces();
  add(places, 192, 'a');
  const [first] = begin(places);
  add(places, 5, 'a');
  add(places, 5, 'b');
  if (first) places.leave(first);
  expect(countOf(begin(places), 'b')).toBe(1);
});

test('jobs with large files run a few at a time, and let small ones of others pass', () => {
  const places = openPlaces();
  add(places, 20, 'a', { bytes: 10 * MEBIBYTE });
  const large = begin(places);
  expect(large).toHaveLength(3);
  add(places, 5, 'b');
  expect(countOf(begin(places), 'b')).toBe(5);
  for (const job of large) places.leave(job);
  expect(countOf(begin(places), 'a')).toBe(3);
});

test('large jobs of many accounts have a bound together, and a process that has reached it takes no others', () => {
  const places = openPlaces();
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) add(places, 1, account, { bytes: 31 * MEBIBYTE });
  expect(begin(places)).toHaveLength(4);
  expect(places.capacity.all).toBe(0);
});

test('small jobs begin however much memory large ones of others take, or wait for', () => {
  const places = openPlaces();
  for (const account of ['a', 'b', 'c', 'd', 'e']) add(places, 30, account, { bytes: 16 * MEBIBYTE });
  begin(places);
  add(places, 1, 'f');
  expect(countOf(begin(places), 'f')).toBe(1);
});

test('however much of one account waits, a process takes the jobs of others', () => {
  const places = openPlaces();
  add(places, 30, 'a', { bytes: 10 * MEBIBYTE });
  begin(places);
  expect(places.capacity.all).toBeGreaterThan(0);
});

test('a job that is larger than every bound runs by itself', () => {
  const places = openPlaces();
  add(places, 2, 'a', { bytes: 500 * MEBIBYTE });
  const [first, ...others] = begin(places);
  expect(others).toEqual([]);
  if (first) places.leave(first);
  expect(begin(places)).toHaveLength(1);
});

test('a job whose outputs grow past the bound of its account leaves, and begins again once they fit', () => {
  const places = openPlaces();
  add(places, 3, 'a', { bytes: 10 * MEBIBYTE });
  const [first, second, third] = begin(places) as [DispatchedJob, DispatchedJob, DispatchedJob];
  expect(places.grow(first, MEBIBYTE)).toBe(true);
  expect(places.grow(second, 3 * MEBIBYTE)).toBe(false);
  places.leave(second);
  places.add({ ...second, outputBytes: 3 * MEBIBYTE });
  expect(begin(places)).toEqual([]);
  places.leave(third);
  expect(begin(places)).toHaveLength(1);
});

test('outputs of many accounts have a bound together', () => {
  const places = openPlaces();
  for (const account of ['a', 'b', 'c', 'd']) add(places, 1, account, { bytes: 25 * MEBIBYTE });
  const jobs = begin(places);
  expect(jobs.map((job) => places.grow(job, 7 * MEBIBYTE))).toEqual([true, true, true, false]);
});

test('a job that runs by itself keeps its place, however large its outputs get', () => {
  const places = openPlaces();
  add(places, 1, 'a');
  const [job] = begin(places) as [DispatchedJob];
  expect(places.grow(job, 500 * MEBIBYTE)).toBe(true);
  places.leave(job);
  expect(places.capacity).toEqual(openPlaces().capacity);
});

test('a job is asked to leave a few times only, however many outputs it has', () => {
  const places = openPlaces();
  add(places, 3, 'a', { bytes: 16 * MEBIBYTE });
  const [job, other] = begin(places) as [DispatchedJob, DispatchedJob];
  const grown: boolean[] = [];
  for (let outputBytes = 0; outputBytes <= 8 * MEBIBYTE; outputBytes += 160 * 1024)
    grown.push(places.grow(job, outputBytes));
  expect(other).toBeDefined();
  expect(grown.length).toBeGreaterThan(50);
  expect(grown.filter((fits) => !fits).length).toBeLessThan(10);
});

test('a job that leaves before it gets a slot takes none, and frees its capacity', () => {
  const places = openPlaces();
  const job = jobOf('a');
  places.add(job);
  places.remove(job);
  expect(begin(places)).toEqual([]);
  expect(places.isIdle).toBe(true);
  expect(places.capacity).toEqual(openPlaces().capacity);
});
