import { endOf, type RunChange, type TakenJob } from '@/lib/engine/run/run-store';
import type { SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { type AcceptedJob, acceptJobs, type NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { resumeDecided } from '@/lib/server/jobs/ledger/approvals';
import {
  type Capacity,
  type Dispatch,
  dispatchJobs,
  nothingDispatched,
} from '@/lib/server/jobs/ledger/dispatch-jobs';
import { endCanceledJobs } from '@/lib/server/jobs/ledger/end-jobs';
import { fillBulkRuns } from '@/lib/server/jobs/ledger/fill-bulk-runs';
import { newlyTaken } from '@/lib/server/jobs/ledger/load-jobs';
import { type RecordedChange, recordChanges } from '@/lib/server/jobs/ledger/record-changes';
import type { ServerContext } from '@/lib/server/runtime/context';

/** Bytes of a workflow that is read when it is run rather than kept until then. */
const LARGE = 64 * 1024;

/** A job that is to be stored. */
export interface AcceptWrite {
  kind: 'accept';
  accountId: string;
  job: NewJob;
}

/** A change that a run has made. */
export interface RecordWrite {
  kind: 'record';
  accountId: string;
  change: RecordedChange;
}

/** A write of the engine. */
export type Write = AcceptWrite | RecordWrite;

/** The stored job, or why it was refused. */
export type AcceptResult = AcceptedJob | AppError;
/** The job's revision with the change; null if it wasn't stored. */
export type RecordResult = number | null;
export type WriteResult = AcceptResult | RecordResult;

/** The worker that takes what a commit dispatches. */
export interface Taker {
  workerId: string;
  /** @returns null if all jobs stay in their queues */
  capacity(): Capacity | null;
  /** How many workers are alive, this one included. */
  workers(): number;
}

/** A job that a transaction has just stored. */
export interface StoredJob {
  job: NewJob;
  createdAt: Date;
}

/** A commit's effects, in addition to each write's own result. */
export interface Commit {
  dispatch: Dispatch;
  /** Jobs that were taken and needn't be read, because the same commit has stored them. */
  loaded: ReadonlyMap<string, TakenJob>;
  /** Jobs that wait until a moment: by their own clocks or, with null, by the wall clock. */
  parked: { id: string; until: number | null }[];
  /** The changed jobs' states. Null for a job that has left its worker, since it may have ended by now. */
  changed: ReadonlyMap<string, JobState | null>;
}

/** A job as its followers know it without reading it. */
export interface JobState {
  revision: number;
  hasEnded: boolean;
}

/**
 * Commits writes of the engine together, and dispatches what they let go.
 * @returns a result per write, in their order
 */
export async function commitWrites(
  ctx: ServerContext,
  writes: readonly Write[],
  taker: Taker,
): Promise<{ results: WriteResult[]; commit: Commit }> {
  const records = writes.filter((write) => write.kind === 'record');
  const accepts = writes.filter((write) => write.kind === 'accept');
  const { revisions, accepted, ...dispatched } = await ctx.db.writeRows(
    async (tx) => {
      const revisions = records.length > 0 ? await recordAll(tx, ctx, records) : [];
      const accepted = accepts.length > 0 ? await acceptAll(tx, ctx, accepts) : [];
      const taken = await dispatchFor(tx, ctx, accountsWithCapacity(writes), taker, storedJobs(accepted));
      return { revisions, accepted, ...taken };
    },
    { priority: 'background', accountIds: accountsOf(writes) },
  );
  const results = new Map<Write, WriteResult>([
    ...revisions.map(({ write, revision }) => [write, revision] as const),
    ...accepted.map(({ write, result }) => [write, result] as const),
  ]);
  return {
    results: writes.map((write) => results.get(write) ?? null),
    commit: { ...dispatched, ...effectsOf(revisions) },
  };
}

/** The effects of stored changes on this process. */
function effectsOf(revisions: readonly Recorded[]): Pick<Commit, 'parked' | 'changed'> {
  const parked: Commit['parked'] = [];
  const changed = new Map<string, JobState | null>();
  for (const { write, revision } of revisions) {
    const { job, change } = write.change;
    if (revision === null) continue;
    if (change.leave?.how === 'parked') {
      const { until, awaitsApproval } = change.leave;
      parked.push({ id: job.id, until: awaitsApproval ? null : until });
    }
    changed.set(job.id, hasLeftUnended(change) ? null : { revision, hasEnded: endOf(change) !== null });
  }
  return { parked, changed };
}

/**
 * Dispatches jobs of accounts in an open transaction, after it has made jobs of the next rows of their bulk runs.
 * @param accepted the jobs that the transaction has stored so far
 */
export async function dispatchFor(
  tx: SqlQueries,
  ctx: Pick<ServerContext, 'now' | 'randomBytes' | 'onCallbacksDue'>,
  accountIds: readonly string[],
  taker: Taker,
  accepted: readonly StoredJob[] = [],
): Promise<Pick<Commit, 'dispatch' | 'loaded'>> {
  const capacity = taker.capacity();
  if (!capacity) return { dispatch: nothingDispatched, loaded: new Map() };
  const rows = await fillBulkRuns(tx, ctx, accountIds);
  const worker = { id: taker.workerId, capacity, workers: taker.workers() };
  const dispatch = await dispatchJobs(tx, accountIds, worker);
  return { dispatch, loaded: justStored(dispatch, [...accepted, ...rows]) };
}

interface Recorded {
  write: RecordWrite;
  revision: RecordResult;
}

async function recordAll(
  tx: SqlQueries,
  ctx: ServerContext,
  writes: readonly RecordWrite[],
): Promise<Recorded[]> {
  const changes = writes.map(({ change }) => change);
  const revisions = await recordChanges(tx, ctx, changes);
  const left = changes.filter(({ change }) => hasLeftUnended(change));
  await endCanceledJobs(
    tx,
    ctx,
    left.map(({ job }) => job.id),
  );
  await resumeDecided(
    tx,
    left
      .filter(({ change: { leave } }) => leave?.how === 'parked' && leave.awaitsApproval)
      .map(({ job }) => job.id),
  );
  return writes.map((write, index) => ({ write, revision: revisions[index] ?? null }));
}

interface Accepted {
  write: AcceptWrite;
  result: AcceptResult;
}

async function acceptAll(
  tx: SqlQueries,
  ctx: ServerContext,
  writes: readonly AcceptWrite[],
): Promise<Accepted[]> {
  const results = await acceptJobs(
    tx,
    ctx,
    writes.map(({ job }) => job),
  );
  return writes.flatMap((write, index) => {
    const result = results[index];
    return result ? [{ write, result }] : [];
  });
}

const storedJobs = (accepted: readonly Accepted[]): StoredJob[] =>
  accepted.flatMap(({ write: { job }, result }) =>
    result instanceof AppError ? [] : [{ job, createdAt: result.createdAt }],
  );

/** The taken jobs that the same commit has stored, unless they are large or have a file or outcomes of another job. */
function justStored({ taken }: Dispatch, stored: readonly StoredJob[]): ReadonlyMap<string, TakenJob> {
  const byId = new Map(stored.map((each) => [each.job.id, each]));
  return new Map(
    taken.flatMap((taken) => {
      const { job, createdAt } = byId.get(taken.id) ?? {};
      return job && createdAt && job.fileOf === null && !job.rerun?.reused.length && taken.bytes <= LARGE
        ? [[taken.id, newlyTaken(job, createdAt, taken)]]
        : [];
    }),
  );
}

/** Whether a job leaves its worker without having ended. */
const hasLeftUnended = ({ leave }: RunChange): boolean => leave !== null && leave.how !== 'ended';

export const accountsOf = (writes: readonly Write[]): string[] => [
  ...new Set(writes.map(({ accountId }) => accountId)),
];

/** The accounts of which a job may be able to go now. */
const accountsWithCapacity = (writes: readonly Write[]): string[] =>
  accountsOf(writes.filter((write) => write.kind === 'accept' || write.change.change.leave !== null));
