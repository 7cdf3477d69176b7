import { limits } from '@/lib/config/limits';
import {
  type ApprovalDecision,
  endOf,
  type RunChange,
  type RunStore,
  type StepFile,
  type TakenJob,
} from '@/lib/engine/run/run-store';
import type { Queries, WriteOptions } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { AppError } from '@/lib/server/errors';
import { type Kept, keepFile } from '@/lib/server/files/keep-file';
import type { AcceptedJob, NewJob } from '@/lib/server/jobs/ledger/accept-jobs';
import { closeApproval, readApprovals } from '@/lib/server/jobs/ledger/approvals';
import {
  type AcceptResult,
  type AcceptWrite,
  accountsOf,
  type Commit,
  commitWrites,
  dispatchFor,
  type RecordResult,
  type RecordWrite,
  type Taker,
  type Write,
  type WriteResult,
} from '@/lib/server/jobs/ledger/commit-writes';
import { GroupCommit } from '@/lib/server/jobs/ledger/group-commit';
import type { RecordedChange } from '@/lib/server/jobs/ledger/record-changes';
import type { ServerContext } from '@/lib/server/runtime/context';

/** Groups that PostgreSQL commits side by side for a process: half of the transactions that it can run. */
const SIDE_BY_SIDE = 2;

/** Characters of a file that are stored in about the time that another write takes: ten files would hold all others up. */
const FILE_PER_WRITE = 64 * 1024;

/**
 * As how many writes a job's end counts: its usage and its bulk row are written with it, and its next jobs begin. Fewer
 * ends for which no caller waits share a commit, because it holds the server's thread up for all calls.
 */
const END_WEIGHTS = { awaited: 32, others: 64 };

/**
 * Writes jobs: gathered for a turn of the event loop, and committed behind the writes of people. All accounts share a
 * transaction; on PostgreSQL each belongs to one of two. An account that another transaction holds for longer has its
 * own, so that no other one waits for it.
 */
export class JobWriter implements RunStore {
  readonly #shared: readonly GroupCommit<Write, WriteResult>[];
  /** By account. */
  readonly #separate = new Map<string, GroupCommit<Write, WriteResult>>();
  /** By job, the runs that wait for a decision. */
  readonly #awaited = new Map<string, Set<() => void>>();

  /**
   * @param onCommit gets what each commit has done, once it is durable
   * @param isAwaited whether a caller waits for the end of a job that runs here
   */
  constructor(
    readonly ctx: ServerContext,
    readonly taker: Taker,
    readonly onCommit: (commit: Commit) => void,
    readonly isAwaited: (jobId: string) => boolean,
  ) {
    const length = ctx.db.prisma.dialect.runsSideBySide ? SIDE_BY_SIDE : 1;
    this.#shared = Array.from(
      { length },
      () => new GroupCommit((writes) => this.#commitShared(writes), undefined, this.#weightOf),
    );
  }

  /**
   * Stores a new job, and dispatches it if its account's plan allows.
   * @throws AppError, as acceptJobs returns them
   */
  async accept(job: NewJob): Promise<AcceptedJob> {
    const result = await this.#add({ kind: 'accept', accountId: job.owner.accountId, job });
    if (result instanceof AppError) throw result;
    return result;
  }

  async record({ id, accountId, epoch }: RecordedChange['job'], change: RunChange): Promise<boolean> {
    const recorded = { job: { id, accountId, epoch }, change };
    return (await this.#add({ kind: 'record', accountId, change: recorded })) !== null;
  }

  keepFile(job: RecordedChange['job'], position: number, file: StepFile): Promise<Kept> {
    return keepFile(this.ctx, job, position, file);
  }

  async readDecided({ id }: Pick<TakenJob, 'id'>): Promise<ReadonlyMap<number, number>> {
    const approvals = (await readApprovals(this.ctx.db.sql, [id])).get(id) ?? new Map();
    return new Map(
      [...approvals].flatMap(([position, { decidedAt }]) =>
        decidedAt === null ? [] : [[position, decidedAt] as const],
      ),
    );
  }

  nextDecision({ id }: Pick<TakenJob, 'id'>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const ofJob = this.#awaited.get(id) ?? new Set();
      this.#awaited.set(id, ofJob);
      const end = () => {
        ofJob.delete(end);
        if (ofJob.size === 0) this.#awaited.delete(id);
        signal.removeEventListener('abort', end);
        resolve();
      };
      ofJob.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** A person may have decided about a step of a job. */
  notifyDecision(jobId: string): void {
    for (const end of [...(this.#awaited.get(jobId) ?? [])]) end();
  }

  closeApproval(job: RecordedChange['job'], position: number): Promise<ApprovalDecision | 'taken'> {
    const { accountId } = job;
    const close = (tx: Queries) => closeApproval(tx, this.ctx, job, position);
    return this.ctx.db.write(close, { accountId, priority: 'background' });
  }

  /**
   * Does other work on an account's jobs; afterwards jobs may go that couldn't before.
   * @param options.priority of its transaction
   */
  async change<T>(
    accountId: string,
    run: (tx: Queries) => Promise<T>,
    { priority }: Pick<WriteOptions, 'priority'> = {},
  ): Promise<T> {
    let dispatched: Pick<Commit, 'dispatch' | 'loaded'> | undefined;
    const result = await this.ctx.db.write(
      async (tx) => {
        const done = await run(tx);
        dispatched = await dispatchFor(tx, this.ctx, [accountId], this.taker);
        return done;
      },
      { accountId, ...(priority && { priority }) },
    );
    if (dispatched) this.onCommit({ ...dispatched, parked: [], changed: new Map() });
    return result;
  }

  /** Dispatches an account's jobs as far as its plan allows. */
  async dispatch(accountId: string): Promise<void> {
    await this.change(accountId, async () => {});
  }

  #add(write: AcceptWrite): Promise<AcceptResult>;
  #add(write: RecordWrite): Promise<RecordResult>;
  #add(write: Write): Promise<WriteResult> {
    const { accountId } = write;
    const place = accountId.charCodeAt(accountId.length - 1) % this.#shared.length;
    // After an account's first separate commit, its writes stay separate until none is left.
    const group = this.#separate.get(accountId) ?? (this.#shared[place] as GroupCommit<Write, WriteResult>);
    return group.add(write);
  }

  #addSeparately(write: Write): Promise<WriteResult> {
    const { accountId } = write;
    const group =
      this.#separate.get(accountId) ??
      new GroupCommit(
        (writes) => this.#commit(writes),
        () => this.#separate.delete(accountId),
        this.#weightOf,
      );
    this.#separate.set(accountId, group);
    return group.add(write);
  }

  readonly #weightOf = (write: Write): number => {
    if (write.kind === 'record') {
      const { job, change } = write.change;
      return endOf(change) ? END_WEIGHTS[this.isAwaited(job.id) ? 'awaited' : 'others'] : 1;
    }
    const { fileOf, workflow } = write.job;
    return 1 + (fileOf === null ? (workflow.file?.length ?? 0) : limits.workflowFile.bytes) / FILE_PER_WRITE;
  };

  /** @returns their results; if another transaction holds one of the accounts, what each will be once it was committed separately */
  async #commitShared(writes: Write[]): Promise<(WriteResult | Promise<WriteResult>)[]> {
    try {
      return await this.#commit(writes);
    } catch (error) {
      // Nothing was stored. A SQLite file is locked as a whole.
      const isLocked = error instanceof DatabaseUnavailable && error.failure === 'locked';
      if (!isLocked || this.#shared.length === 1 || accountsOf(writes).length === 1) throw error;
      return writes.map((write) => {
        const result = this.#addSeparately(write);
        // Callers that wait get it a little later.
        result.catch(() => {});
        return result;
      });
    }
  }

  async #commit(writes: Write[]): Promise<WriteResult[]> {
    const { results, commit } = await commitWrites(this.ctx, writes, this.taker);
    this.onCommit(commit);
    return results;
  }
}
