import type { RunChange, RunStore, TakenJob } from '@/lib/engine/run/run-store';
import type { Queries, SqlQueries } from '@/lib/server/database/database';
import { AppError } from '@/lib/server/errors';
import { GroupCommit } from '@/lib/server/queue/group-commit';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type AcceptedJob, acceptJobs, type NewJob } from '@/lib/server/workflows/store/accept-jobs';
import { type DispatchedJob, dispatchJobs, type Room } from '@/lib/server/workflows/store/dispatch-jobs';
import { endCanceledJobs } from '@/lib/server/workflows/store/end-jobs';
import { newlyTaken } from '@/lib/server/workflows/store/load-jobs';
import { type RecordedChange, recordChanges } from '@/lib/server/workflows/store/record-changes';

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
  /** Gets the jobs that have changed, once that is durable. */
  onChanged(jobIds: string[]): void;
}

/**
 * The engine's writes: gathered for a turn of the event loop, and committed behind those of people. On SQLite all
 * accounts share a transaction; on PostgreSQL each has its own, since their writes run side by side there.
 */
export class JobStore implements RunStore {
  /** Whether this process takes no more jobs. */
  isEnding = false;
  readonly #commits = new Map<string, GroupCommit<Write, unknown>>();

  constructor(
    readonly ctx: ServerContext,
    readonly options: Options,
  ) {}

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

  /** Does other work on an account's jobs; afterwards jobs may go that couldn't before. */
  async change<T>(accountId: string, run: (tx: Queries) => Promise<T>): Promise<T> {
    let dispatched: Dispatched = nothing;
    const result = await this.ctx.db.write(
      async (tx) => {
        const done = await run(tx);
        dispatched = await this.#dispatch(tx, [accountId]);
        return done;
      },
      { accountId },
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

  #tell({ taken, areLeft }: Dispatched, accepted: readonly NewJob[] = []): void {
    if (taken.length > 0) this.options.onTaken(taken, justAccepted(taken, accepted));
    if (areLeft) this.options.onLeft();
  }

  #add(write: Write): Promise<unknown> {
    const key = this.ctx.db.read.dialect.name === 'postgresql' ? write.accountId : '';
    let commits = this.#commits.get(key);
    if (!commits) {
      commits = new GroupCommit(
        (writes) => this.#commit(writes, key),
        () => this.#commits.delete(key),
      );
      this.#commits.set(key, commits);
    }
    return commits.add(write);
  }

  async #commit(writes: Write[], key: string): Promise<unknown[]> {
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
      { behind: true, ...(key !== '' && { accountId: key }) },
    );
    this.#tell(
      dispatched,
      writes.flatMap((write) => (write.kind === 'accept' ? [write.job] : [])),
    );
    const changed = writes.flatMap((write) => (write.kind === 'record' ? [write.change.job.id] : []));
    if (changed.length > 0) this.options.onChanged([...new Set(changed)]);
    return writes.map((write) => results.get(write));
  }
}

/** Of the jobs that were taken, those that the same commit has stored, unless they are large. */
function justAccepted(
  taken: readonly DispatchedJob[],
  accepted: readonly NewJob[],
): ReadonlyMap<string, TakenJob> {
  const byId = new Map(accepted.map((job) => [job.id, job]));
  return new Map(
    taken.flatMap((job) => {
      const stored = byId.get(job.id);
      return stored && job.bytes <= LARGE ? [[job.id, newlyTaken(stored, job)]] : [];
    }),
  );
}

type Dispatched = Awaited<ReturnType<typeof dispatchJobs>>;

const nothing: Dispatched = { taken: [], areLeft: false };

/** Jobs that leave their worker without having ended. */
const jobsLeft = (records: readonly RecordedChange[]): string[] =>
  records.filter(({ change }) => change.returned || change.parkedUntil !== null).map(({ job }) => job.id);

/** The accounts of which a job may be able to go now. */
const accountsWithRoom = (writes: readonly Write[]): string[] => [
  ...new Set(
    writes
      .filter(
        (write) =>
          write.kind !== 'record' ||
          write.change.change.end !== null ||
          write.change.change.parkedUntil !== null ||
          write.change.change.returned,
      )
      .map(({ accountId }) => accountId),
  ),
];
