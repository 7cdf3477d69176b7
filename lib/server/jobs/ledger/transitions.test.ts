import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type QueueState, QueueState as queueStates } from '@/prisma/generated/prisma/client';
import {
  accept,
  claim,
  dispatch,
  end,
  park,
  type QueuedJob,
  release,
  resume,
  type Verb,
  verbs,
} from './transitions';

const act: Record<Verb, (job: QueuedJob) => object> = {
  dispatch: (job) => dispatch(job, { workerId: 'worker_1', slots: 2 }),
  claim: (job) => claim(job, 'worker_1'),
  release,
  park: (job) => park(job, 5_000),
  resume,
  end,
};

/** The state that each verb leads to, from each state to which it applies. */
const allowed: Record<Verb, Partial<Record<QueueState, QueueState>>> = {
  dispatch: { WAITING: 'DISPATCHED' },
  claim: { DISPATCHED: 'DISPATCHED' },
  release: { DISPATCHED: 'WAITING' },
  park: { DISPATCHED: 'PARKED' },
  resume: { PARKED: 'WAITING' },
  end: { WAITING: 'ENDED', DISPATCHED: 'ENDED', PARKED: 'ENDED' },
};

const job = (queueState: QueueState): QueuedJob => ({ id: 'job_1', queueState, workerId: null, epoch: 7 });

describe.each(verbs)('%s', (verb) => {
  test.each(Object.values(queueStates))('of a job that is %s', (from) => {
    const to = allowed[verb][from];
    if (to) expect(act[verb](job(from))).toMatchObject({ id: 'job_1', queueState: to });
    else expect(() => act[verb](job(from))).toThrow(`it can't ${verb}`);
  });
});

test('a new job waits, and is dispatched first if its caller waits', () => {
  expect(accept('awaited')).toMatchObject({ queueState: 'WAITING', priority: 0, epoch: 0 });
  expect(accept('single')).toMatchObject({ queueState: 'WAITING', priority: 1, epoch: 0 });
});

test("a job that a worker holds isn't claimed by another", () => {
  expect(() => claim({ ...job('DISPATCHED'), workerId: 'worker_2' }, 'worker_1')).toThrow("it can't claim");
});

test('a job has a worker only while it is dispatched, and a moment only while it is parked', () => {
  const held = { ...job('DISPATCHED'), workerId: 'worker_1' };
  expect(release(held)).toMatchObject({ workerId: null });
  expect(park(held, 5_000)).toMatchObject({ workerId: null, parkedUntil: new Date(5_000) });
  expect(end(held)).toMatchObject({ workerId: null, parkedUntil: null });
  expect(dispatch(job('WAITING'), { workerId: null, slots: 2 })).toMatchObject({ parkedUntil: null });
});

test('whatever takes a job from a run grows its epoch, so that the run can write nothing more', () => {
  for (const next of [
    dispatch(job('WAITING'), { workerId: 'worker_1', slots: 2 }),
    release(job('DISPATCHED')),
    end(job('PARKED')),
  ])
    expect(next.epoch).toBe(8);
});

test('no other file of the product writes a queue state', () => {
  const writes = /queueState: '|SET\b(?:(?!WHERE)[^`])*"queueState"/;
  const files = globSync('{commands,graphql,lib,server}/**/*.ts', {
    exclude: (name) => name.endsWith('.test.ts'),
  });
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => writes.test(readFileSync(file, 'utf8')))).toEqual([
    'lib/server/jobs/ledger/transitions.ts',
  ]);
});
