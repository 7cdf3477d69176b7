import { sqlIn } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { readDispatchableAccounts } from '@/lib/server/jobs/ledger/dispatch-jobs';
import type { RunLoss } from '@/lib/server/jobs/ledger/interruptions';
import { type JobAtEpoch, readDispatchedTo } from '@/lib/server/jobs/ledger/ledger-jobs';
import { readDueJobs, readParkedJobs, resumeJobs } from '@/lib/server/jobs/ledger/parked-jobs';
import { recoverJobs } from '@/lib/server/jobs/ledger/recover-jobs';
import type { Heartbeat } from '@/lib/server/jobs/peers/heartbeat';
import { HEARTBEAT_MS, type Peers } from '@/lib/server/jobs/peers/peers';
import { type JobClocks, MOST_REMEMBERED } from '@/lib/server/jobs/worker/job-clocks';
import type { JobWriter } from '@/lib/server/jobs/worker/job-writer';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';

// Returns jobs that no worker runs to their queues. They are jobs of crashed workers, jobs with a failed run, parked
// jobs after their wait, and jobs that a stopped worker has returned.

/** How long (ms) a job may be this worker's in the database alone: the response to its commit may be under way. */
const UNCONFIRMED_MS = 10_000;

interface Options {
  writer: JobWriter;
  heartbeat: Heartbeat;
  clocks: JobClocks;
  worker: {
    /** Whether this process holds a job. */
    holds(jobId: string): boolean;
    cancel(job: JobAtEpoch): Promise<void>;
    claim(): Promise<void>;
    isStopping(): boolean;
    /** Before the jobs of an earlier process are recovered and after: in between, none begins. */
    onRecovering(isRecovering: boolean): void;
  };
}

/** Recovers jobs at the start of a worker, and looks for such from then on. */
export class JobRecovery {
  /** Jobs whose run failed, or was never begun, and why. */
  readonly #failed = new Map<string, { job: JobAtEpoch; how: RunLoss }>();
  /** Jobs that are this worker's in the database alone, and since when. */
  #unconfirmed = new Map<string, number>();
  #hasStarted = false;
  #recoveredAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly ctx: ServerContext,
    readonly options: Options,
  ) {}

  /** Recovers what earlier processes left, suspects first. */
  async start(): Promise<void> {
    const { writer, clocks, worker } = this.options;
    if (!this.#hasStarted) {
      await rememberParkedJobs(this.ctx, clocks);
      worker.onRecovering(true);
    }
    try {
      const { heartbeat } = this.options;
      if (heartbeat.seesCrashes)
        await recoverAbandonedJobs(this.ctx, writer, heartbeat.peers, heartbeat.workerId);
    } finally {
      worker.onRecovering(false);
    }
    await dispatchWaitingJobs(this.ctx, writer);
    this.#hasStarted = true;
  }

  /** A job's run has failed with an error. It is recovered with the next look. */
  noteFailure(job: JobAtEpoch, error: unknown): void {
    this.#failed.set(job.id, {
      job,
      how: error instanceof DatabaseUnavailable ? 'database away' : 'run failed',
    });
  }

  /** Recovers jobs. Failures are retried with the next look. */
  async look(): Promise<void> {
    const { writer, clocks, heartbeat, worker } = this.options;
    await runOrLog("Abandoned and waiting jobs couldn't be recovered", async () => {
      const isTime = performance.now() - this.#recoveredAt >= HEARTBEAT_MS;
      if (!this.#hasStarted || (heartbeat.peers.isShared && isTime)) {
        this.#recoveredAt = performance.now();
        await this.start();
      }
    });
    await this.reconcile();
    await runOrLog("Parked jobs couldn't be resumed", () => resumeParkedJobs(this.ctx, writer, clocks));
    await worker.claim();
    for (const { job, how } of [...this.#failed.values()]) {
      if (worker.isStopping()) return;
      await runOrLog("A job couldn't be recovered", async () => {
        await writer.change(job.accountId, (tx) => recoverJobs(tx, this.ctx, [job], how));
        this.#failed.delete(job.id);
      });
    }
  }

  /**
   * Compares the jobs that are dispatched to this worker with the jobs that it holds. Cancels jobs that were canceled
   * through another process. Recovers jobs that it never took because the response to their commit was lost.
   */
  reconcile(): Promise<void> {
    const { heartbeat, clocks, worker } = this.options;
    return runOrLog('Reconciling jobs failed', async () => {
      const now = clocks.clock.elapsed();
      const unconfirmed = new Map<string, number>();
      for (const { cancelRequestedAt, ...job } of await readDispatchedTo(
        this.ctx.db.sql,
        heartbeat.workerId,
      )) {
        if (cancelRequestedAt) await worker.cancel(job);
        if (worker.holds(job.id) || this.#failed.has(job.id)) continue;
        const key = `${job.id} ${job.epoch}`;
        const since = this.#unconfirmed.get(key) ?? now;
        unconfirmed.set(key, since);
        if (now - since >= UNCONFIRMED_MS) this.#failed.set(job.id, { job, how: 'database away' });
      }
      this.#unconfirmed = unconfirmed;
    });
  }
}

/** Runs work, of which a failure is only logged: the next look, or the next process, tries again. */
export async function runOrLog(failure: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error({ err: error }, failure);
  }
}

/** Returns the jobs of crashed workers to their queues. */
async function recoverAbandonedJobs(
  ctx: ServerContext,
  writer: JobWriter,
  peers: Peers,
  workerId: string,
): Promise<void> {
  const accountIds = byAccount(await peers.abandonedJobs(ctx.db.sql, workerId)).keys();
  for (const accountId of accountIds)
    await writer.change(accountId, async (tx) => {
      // Their worker may have sent a heartbeat since.
      const jobs = byAccount(await peers.abandonedJobs(sqlIn(tx), workerId)).get(accountId) ?? [];
      await recoverJobs(tx, ctx, jobs, 'worker crashed');
    });
}

/** Dispatches jobs that their accounts' plans have capacity for: a worker that has stopped returned them. */
async function dispatchWaitingJobs({ db }: ServerContext, writer: JobWriter): Promise<void> {
  for (const accountId of await readDispatchableAccounts(db.sql)) await writer.dispatch(accountId);
}

/** Jobs that one transaction returns: thousands can wait for the same moment of a provider. */
const RESUMED_AT_ONCE = 200;

/**
 * Returns parked jobs whose time has come to their queues. Jobs that this process remembers follow their own clocks, the
 * others the wall clock.
 */
export async function resumeParkedJobs(
  ctx: ServerContext,
  writer: JobWriter,
  clocks: JobClocks,
): Promise<void> {
  const others = await readDueJobs(ctx.db.sql, ctx.now());
  const due = new Map([...others, ...clocks.due()].map((job) => [job.id, job]));
  for (const id of due.keys()) if (clocks.isWaiting(id)) due.delete(id);
  for (const [accountId, all] of byAccount([...due.values()]))
    for (let at = 0; at < all.length; at += RESUMED_AT_ONCE) {
      const jobs = all.slice(at, at + RESUMED_AT_ONCE);
      const resumed = new Set(await writer.change(accountId, (tx) => resumeJobs(tx, jobs)));
      for (const job of jobs) {
        if (resumed.has(job.id)) clocks.unpark(job.id);
        else clocks.forget(job);
      }
    }
}

/**
 * Remembers the jobs that earlier processes parked. None waits longer from now than it did from its last call. Jobs that
 * wait for a person follow the wall clock.
 */
export async function rememberParkedJobs({ db }: ServerContext, clocks: JobClocks): Promise<void> {
  for (const { job, calledAt } of await readParkedJobs(db.sql, MOST_REMEMBERED)) clocks.found(job, calledAt);
}

export const byAccount = <Job extends { accountId: string }>(jobs: readonly Job[]): Map<string, Job[]> =>
  Map.groupBy(jobs, ({ accountId }) => accountId);
