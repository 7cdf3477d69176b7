import { endOf, type RunChange, type TakenJob } from '@/lib/engine/run/run-store';
import type { SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { acceptJobs, type NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
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

/** A write of the engine. */
export type Write =
  | { kind: 'accept'; accountId: string; job: NewJob }
  | { kind: 'record'; accountId: string; change: RecordedChange };

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
 * @returns by write, its result: of `accept`, the job or the AppError that refuses it; of `record`, the job's revision with it, or null if it wasn't stored
 */
export async function commitWrites(
  ctx: ServerContext,
  writes: readonly Write[],
  taker: Taker,
): Promise<{ results: unknown[]; commit: Commit }> {
  const results = new Map<Write, unknown>();
  const dispatched = await ctx.db.writeRows(
    async (tx) => {
      results.clear();
      await recordAll(tx, ctx, writes, results);
      const accepted = await acceptAll(tx, ctx, writes, results);
      return dispatchFor(tx, ctx, accountsWithCapacity(writes), taker, accepted);
    },
    { priority: 'background', accountIds: accountsOf(writes) },
  );
  const records = writes.filter((write) => write.kind === 'record' && results.get(write) !== null) as Extract<
    Write,
    { kind: 'record' }
  >[];
  return {
    results: writes.map((write) => results.get(write)),
    commit: {
      ...dispatched,
      parked: records.flatMap(({ change: { job, change } }) => {
        const { leave } = change;
        return leave?.how === 'parked'
          ? [{ id: job.id, until: leave.awaitsApproval ? null : leave.until }]
          : [];
      }),
      changed: new Map(
        records.map((write) => {
          const { job, change } = write.change;
          const state = { revision: results.get(write) as number, hasEnded: endOf(change) !== null };
          return [job.id, hasLeftUnended(change) ? null : state];
        }),
      ),
    },
  };
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

async function recordAll(
  tx: SqlQueries,
  ctx: ServerContext,
  writes: readonly Write[],
  results: Map<Write, unknown>,
): Promise<void> {
  const records = writes.filter((write) => write.kind === 'record');
  if (records.length === 0) return;
  const changes = records.map(({ change }) => change);
  const stored = await recordChanges(tx, ctx, changes);
  for (const [index, write] of records.entries()) results.set(write, stored[index]);
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
}

async function acceptAll(
  tx: SqlQueries,
  ctx: ServerContext,
  writes: readonly Write[],
  results: Map<Write, unknown>,
): Promise<StoredJob[]> {
  const accepts = writes.filter((write) => write.kind === 'accept');
  if (accepts.length === 0) return [];
  const jobs = accepts.map(({ job }) => job);
  const accepted = await acceptJobs(tx, ctx, jobs);
  for (const [index, write] of accepts.entries()) results.set(write, accepted[index]);
  return jobs.flatMap((job, index) => {
    const result = accepted[index];
    return !result || result instanceof AppError ? [] : [{ job, createdAt: result.createdAt }];
  });
}

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
