import { limits } from '@/lib/config/limits';
import type { RunChange, RunStore, TakenJob } from '@/lib/engine/run/run-store';
import type { Queries, SqlQueries } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { AppError } from '@/lib/server/errors';
import { type AcceptedJob, acceptJobs, type NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { type DispatchedJob, dispatchJobs, type Room } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { endCanceledJobs } from '@/lib/server/jobs/ledger/end-jobs';
import { GroupCommit } from '@/lib/server/jobs/ledger/group-commit';
import { newlyTaken } from '@/lib/server/jobs/ledger/load-jobs';
import { type RecordedChange, recordChanges } from '@/lib/server/jobs/ledger/record-changes';
import type { ServerContext } from '@/lib/server/runtime/context';

/** Bytes of a workflow that is read when it is run rather than kept until then. */
const LARGE = 64 * 1024;

/** A write of the engine; all that arrive at a time are committed together. */
type Write =
  | { kind: 'accept'; accountId: string; job: NewJob }
  | { kind: 'record'; accountId: string; change: RecordedChange };

interface Options {
  /** This process, which takes the jobs that are dispatched as far as it has room. */
  workerId: string;
  /** @returns null if all jobs stay in their lines */
  room(): Room | null;
  /**
   * Gets the jobs that have left their line for this process, once that is durable.
   * @param loaded those of them that need not be read
   */
  onTaken(jobs: DispatchedJob[], loaded: ReadonlyMap<string, TakenJob>): void;
  /** Jobs were left for any process that has room. */
  onLeft(): void;
  /** Gets the accounts in whose lines revoked jobs were found. */
  onRevoked(accountIds: string[]): void;
  /** A job was parked until then, by its own clock; called once that is durable. */
  onParked(id: string, until: number): void;
  /** Gets the jobs that have changed, once that is durable. */
  onChanged(jobIds: string[]): void;
}

/** Transactions of the engine that PostgreSQL runs side by side for a process: half of those that it can run. */
const SIDE_BY_SIDE = 2;

/** Characters of a file that are stored in about the time that another write takes: ten files would hold all others up. */
const FILE_PER_WRITE = 64 * 1024;

function weightOf(write: Write): number {
  if (write.kind === 'record') return 1;
  const { fileOf, workflow } = write.job;
  return 1 + (fileOf === null ? (workflow.file?.length ?? 0) : limits.workflowFile.bytes) / FILE_PER_WRITE;
}

/**
 * The engine's writes: gathered for a turn of the event loop, and committed behind those of people. All accounts share a
 * transaction; on PostgreSQL each has its place in one of two. An account that another transaction holds for longer has
 * its own, so that no other one waits for it.
 */
export class JobStore implements RunStore {
  /** Whether this process takes no more jobs. */
  isEnding = false;
  readonly #shared: readonly GroupCommit<Write, unknown>[];
  /** By account. */
  readonly #alone = new Map<string, GroupCommit<Write, unknown>>();

  constructor(
    readonly ctx: ServerContext,
    readonly options: Options,
  ) {
    const length = ctx.db.read.dialect.name === 'postgresql' ? SIDE_BY_SIDE : 1;
    this.#shared = Array.from(
      { length },
      () => new GroupCommit((writes) => this.#commitTogether(writes), undefined, weightOf),
    );
  }

  /**
   * Stores a new job and lets it go if its account's plan allows.
   * @throws AppError, as acceptJobs returns them
   */
  async accept(job: NewJob): Promise<AcceptedJob> {
    const result = await this.#add({ kind: 'accept', accountId: job.viewer.accountId, job });
    if (result instanceof AppError) throw result;
    return result as AcceptedJob;
  }

  async record(job: RecordedChange['job'], change: RunChange): Promise<boolean> {
    const { id, accountId, epoch, losses } = job;
    const recorded = { job: { id, accountId, epoch, losses }, change };
    return (await this.#add({ kind: 'record', accountId, change: recorded })) === true;
  }

  /**
   * Does other work on an account's jobs; afterwards jobs may go that couldn't before.
   * @param options.behind whether it lets the writes of people that wait go first
   */
  async change<T>(accountId: string, run: (tx: Queries) => Promise<T>, { behind = false } = {}): Promise<T> {
    let dispatched: Dispatched = nothing;
    const result = await this.ctx.db.write(
      async (tx) => {
        const done = await run(tx);
        dispatched = await this.#dispatch(tx, [accountId]);
        return done;
      },
      { accountId, behind },
    );
    this.#tell(dispatched);
    return result;
  }

  /** Lets an account's jobs go as far as its plan allows. */
  async dispatch(accountId: string): Promise<void> {
    await this.change(accountId, async () => {});
  }

  async #dispatch(tx: SqlQueries, accountIds: readonly string[]): Promise<Dispatched> {
    const { workerId: id, room: roomNow } = this.options;
    const room = roomNow();
    return room ? dispatchJobs(tx, accountIds, { id, room }) : nothing;
  }

  #tell({ taken, areLeft, withRevoked }: Dispatched, accepted: readonly StoredJob[] = []): void {
    if (taken.length > 0) this.options.onTaken(taken, justAccepted(taken, accepted));
    if (areLeft) this.options.onLeft();
    if (withRevoked.length > 0) this.options.onRevoked(withRevoked);
  }

  #add(write: Write): Promise<unknown> {
    const { accountId } = write;
    const place = accountId.charCodeAt(accountId.length - 1) % this.#shared.length;
    // What has begun alone goes on so until nothing is left.
    const commits = this.#alone.get(accountId) ?? (this.#shared[place] as GroupCommit<Write, unknown>);
    return commits.add(write);
  }

  #addAlone(write: Write): Promise<unknown> {
    const { accountId } = write;
    const alone =
      this.#alone.get(accountId) ??
      new GroupCommit(
        (writes) => this.#commit(writes),
        () => this.#alone.delete(accountId),
        weightOf,
      );
    this.#alone.set(accountId, alone);
    return alone.add(write);
  }

  /** @returns their results; if another transaction holds one of the accounts, what each will be once it was committed alone */
  async #commitTogether(writes: Write[]): Promise<unknown[]> {
    try {
      return await this.#commit(writes);
    } catch (error) {
      // Nothing was stored. A SQLite file is locked as a whole.
      const isLocked = error instanceof DatabaseUnavailable && error.failure === 'locked';
      if (!isLocked || this.#shared.length === 1 || accountsOf(writes).length === 1) throw error;
      return writes.map((write) => {
        const result = this.#addAlone(write);
        // Those who wait get it a little later.
        result.catch(() => {});
        return result;
      });
    }
  }

  async #commit(writes: Write[]): Promise<unknown[]> {
    const results = new Map<Write, unknown>();
    const dispatched = await this.ctx.db.writeRows(
      async (tx) => {
        results.clear();
        const accepts = writes.filter((write) => write.kind === 'accept');
        const records = writes.filter((write) => write.kind === 'record');
        if (records.length > 0) {
          const stored = await recordChanges(
            tx,
            this.ctx,
            records.map(({ change }) => change),
          );
          for (const [index, write] of records.entries()) results.set(write, stored[index]);
          await endCanceledJobs(tx, this.ctx, jobsLeft(records.map(({ change }) => change)));
        }
        if (accepts.length > 0) {
          const accepted = await acceptJobs(
            tx,
            accepts.map(({ job }) => job),
            this.ctx.now(),
          );
          for (const [index, write] of accepts.entries()) results.set(write, accepted[index]);
        }
        return this.#dispatch(tx, accountsWithRoom(writes));
      },
      { behind: true, accountIds: accountsOf(writes) },
    );
    this.#tell(
      dispatched,
      writes.flatMap((write) => {
        const result = results.get(write);
        if (write.kind !== 'accept' || result instanceof AppError) return [];
        return [{ ...write.job, createdAt: (result as AcceptedJob).createdAt }];
      }),
    );
    for (const write of writes) {
      if (write.kind !== 'record' || results.get(write) !== true) continue;
      const { job, change } = write.change;
      if (change.parkedUntil !== null) this.options.onParked(job.id, change.parkedUntil);
    }
    const changed = writes.flatMap((write) => (write.kind === 'record' ? [write.change.job.id] : []));
    if (changed.length > 0) this.options.onChanged([...new Set(changed)]);
    return writes.map((write) => results.get(write));
  }
}

/** A job that has just been accepted. */
type StoredJob = NewJob & Pick<AcceptedJob, 'createdAt'>;

/** Of the jobs that were taken, those that the same commit has stored, unless they are large or have the file of another. */
function justAccepted(
  taken: readonly DispatchedJob[],
  accepted: readonly StoredJob[],
): ReadonlyMap<string, TakenJob> {
  const byId = new Map(accepted.map((job) => [job.id, job]));
  return new Map(
    taken.flatMap((job) => {
      const stored = byId.get(job.id);
      return stored && stored.fileOf === null && job.bytes <= LARGE
        ? [[job.id, newlyTaken(stored, stored.createdAt, job)]]
        : [];
    }),
  );
}

type Dispatched = Awaited<ReturnType<typeof dispatchJobs>>;

const nothing: Dispatched = { taken: [], areLeft: false, withRevoked: [] };

/** Jobs that leave their worker without having ended. */
const jobsLeft = (records: readonly RecordedChange[]): string[] =>
  records.filter(({ change }) => change.returned || change.parkedUntil !== null).map(({ job }) => job.id);

const accountsOf = (writes: readonly Write[]): string[] => [
  ...new Set(writes.map(({ accountId }) => accountId)),
];

/** The accounts of which a job may be able to go now. */
const accountsWithRoom = (writes: readonly Write[]): string[] =>
  accountsOf(
    writes.filter(
      (write) =>
        write.kind !== 'record' ||
        write.change.change.end !== null ||
        write.change.change.parkedUntil !== null ||
        write.change.change.returned,
    ),
  );
