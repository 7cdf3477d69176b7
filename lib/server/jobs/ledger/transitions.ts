import type { QueueState } from '@/prisma/generated/prisma/client';

// The only file that decides a job's queue state, and the columns that belong to it. They are the worker that holds the
// job, the moment until which it is parked, and the epoch that fences earlier runs. Writers of a job take these columns
// from here.
//
// ```mermaid
// stateDiagram-v2
//   [*] --> WAITING: accept
//   WAITING --> DISPATCHED: dispatch
//   DISPATCHED --> DISPATCHED: claim
//   DISPATCHED --> WAITING: release
//   DISPATCHED --> PARKED: park
//   PARKED --> WAITING: resume
//   WAITING --> ENDED: end
//   DISPATCHED --> ENDED: end
//   PARKED --> ENDED: end
//   ENDED --> [*]
// ```

const transitions = {
  /** The account's plan lets it run: a worker has taken it, or any may claim it. */
  dispatch: { WAITING: 'DISPATCHED' },
  /** A worker takes a job that was dispatched to none. */
  claim: { DISPATCHED: 'DISPATCHED' },
  /** Its worker has returned it or crashed, or no worker has claimed it. */
  release: { DISPATCHED: 'WAITING' },
  /** It waits for a moment, without a worker. */
  park: { DISPATCHED: 'PARKED' },
  /** Its moment has come. */
  resume: { PARKED: 'WAITING' },
  end: { WAITING: 'ENDED', DISPATCHED: 'ENDED', PARKED: 'ENDED' },
} as const satisfies Record<string, Partial<Record<QueueState, QueueState>>>;

export type Verb = keyof typeof transitions;
export const verbs = Object.keys(transitions) as Verb[];

/** A job in its queue. */
export interface QueuedJob {
  id: string;
  queueState: QueueState;
  workerId: string | null;
  /** Grows with each dispatch and each forced end, so that an earlier run can't write anymore. */
  epoch: number;
}

/**
 * The state that a verb leads to.
 * @throws Error if the verb doesn't apply: callers read the job in the same transaction first
 */
function stateAfter(verb: Verb, { id, queueState, workerId }: QueuedJob): QueueState {
  const next = (transitions[verb] as Partial<Record<QueueState, QueueState>>)[queueState];
  if (!next || (verb === 'claim' && workerId !== null))
    throw new Error(`The job ${id} is ${queueState}${workerId ? ` at ${workerId}` : ''}: it can't ${verb}.`);
  return next;
}

// Each verb returns the columns to write.

/** The order in which an account's jobs are dispatched: jobs whose caller waits, other single jobs, rows of bulk runs. */
export const priorities = { awaited: 0, single: 1, row: 2 } as const;
export type Priority = keyof typeof priorities;

/** Of a new job. */
export const accept = (priority: Priority) =>
  ({ queueState: 'WAITING', priority: priorities[priority], epoch: 0, crashCount: 0 }) as const;

/** @param to the worker that takes it, null if any may claim it; `slots`: steps that may run at once */
export const dispatch = (job: QueuedJob, to: { workerId: string | null; slots: number }) => ({
  id: job.id,
  queueState: stateAfter('dispatch', job),
  epoch: job.epoch + 1,
  parkedUntil: null,
  workerId: to.workerId,
  slots: to.slots,
});

export const claim = (job: QueuedJob, workerId: string) => ({
  id: job.id,
  queueState: stateAfter('claim', job),
  workerId,
});

/** The epoch grows, so that a run still in progress can't write anymore. */
export const release = (job: QueuedJob) => ({
  id: job.id,
  queueState: stateAfter('release', job),
  epoch: job.epoch + 1,
  workerId: null,
});

/** @param until milliseconds since the epoch */
export const park = (job: QueuedJob, until: number) => ({
  id: job.id,
  queueState: stateAfter('park', job),
  workerId: null,
  parkedUntil: new Date(until),
});

export const resume = (job: QueuedJob) => ({ id: job.id, queueState: stateAfter('resume', job) });

/** The epoch grows, as with `release`. */
export const end = (job: QueuedJob) => ({
  id: job.id,
  queueState: stateAfter('end', job),
  epoch: job.epoch + 1,
  workerId: null,
  parkedUntil: null,
});
