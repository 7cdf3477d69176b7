import { type Engine, type EnginePorts, openEngine } from '@/lib/engine/engine';
import { Interruption } from '@/lib/engine/run/run-error';
import { runJob } from '@/lib/engine/run/run-job';
import type { TakenJob } from '@/lib/engine/run/run-store';
import type { Commit } from '@/lib/server/jobs/ledger/commit-writes';
import type { Capacity, DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { canceled, endTakenJob, unreadable } from '@/lib/server/jobs/ledger/end-jobs';
import { loadJobs } from '@/lib/server/jobs/ledger/load-jobs';
import { clearSuspect, returnJobs } from '@/lib/server/jobs/ledger/recover-jobs';
import { Heartbeat } from '@/lib/server/jobs/peers/heartbeat';
import type { Peers } from '@/lib/server/jobs/peers/peers';
import { JobClaims } from '@/lib/server/jobs/worker/job-claims';
import { JobClocks } from '@/lib/server/jobs/worker/job-clocks';
import type { JobEvents } from '@/lib/server/jobs/worker/job-events';
import { byAccount, JobRecovery, runOrLog } from '@/lib/server/jobs/worker/job-recovery';
import { JobWriter } from '@/lib/server/jobs/worker/job-writer';
import { Quarantine } from '@/lib/server/jobs/worker/quarantine';
import { RevokedJobs } from '@/lib/server/jobs/worker/revoked-jobs';
import { noCapacity, RunSlots } from '@/lib/server/jobs/worker/run-slots';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';

/** How often (ms) parked jobs and jobs with a failed run are looked for. */
const LOOK_EVERY_MS = 500;

const unbounded: Capacity = { all: Infinity, awaited: Infinity, others: Infinity };

interface HeldJob {
  job: DispatchedJob;
  control: AbortController;
  /** Whether it runs; otherwise, it waits for a slot. */
  isRunning: boolean;
  /** The job to run, if it needn't be read. */
  loaded: TakenJob | undefined;
}

interface Options {
  ports: Omit<EnginePorts, 'store'>;
  peers: Peers;
  events: JobEvents;
  workerId: string;
  /** Whether this process runs jobs, or leaves all to others. On SQLite there are none: jobs stay in their queues. */
  runsJobs: boolean;
}

/** The signal that jobs were left for any process. Every other one is the id of a job of which something has changed. */
const JOBS_LEFT = 'jobs-left';

/** Writes jobs, takes dispatched jobs as far as it has slots, and runs them. */
export class JobWorker {
  readonly writer: JobWriter;
  readonly engine: Engine;
  readonly revoked: RevokedJobs;
  readonly heartbeat: Heartbeat;
  /** All jobs that this process holds. */
  readonly #held = new Map<string, HeldJob>();
  readonly #slots: RunSlots;
  readonly #clocks: JobClocks;
  readonly #claims: JobClaims;
  readonly #recovery: JobRecovery;
  /** Whether nothing begins yet, so that suspects among the jobs that are being recovered go first. */
  #isRecovering = false;
  #isStopping = false;
  #starting: Promise<unknown> = Promise.resolve();
  #stopLooking = async () => {};
  #stopListening = () => {};
  #whenIdle = () => {};

  constructor(
    readonly ctx: ServerContext,
    readonly options: Options,
  ) {
    const { ports, peers, events, workerId } = options;
    const taker = {
      workerId,
      capacity: () => this.#capacity(),
      workers: () => this.heartbeat.workers,
    };
    this.writer = new JobWriter(
      ctx,
      taker,
      (commit) => this.#onCommit(commit),
      (jobId) => this.#held.get(jobId)?.job.isAwaited ?? false,
    );
    this.engine = openEngine({ ...ports, store: this.writer });
    this.revoked = new RevokedJobs(ctx, this.writer, events, ports.clock);
    this.heartbeat = new Heartbeat(peers, workerId, this.engine.measurements);
    this.#clocks = new JobClocks(ports.clock);
    this.#recovery = new JobRecovery(ctx, {
      writer: this.writer,
      heartbeat: this.heartbeat,
      clocks: this.#clocks,
      worker: {
        holds: (jobId) => this.#held.has(jobId),
        cancel: (job) => this.cancel(job),
        claim: () => this.#claims.claim(),
        isStopping: () => this.#isStopping,
        onRecovering: (isRecovering) => {
          this.#isRecovering = isRecovering;
          void this.#fillSlots();
        },
      },
    });
    this.#claims = new JobClaims(ctx, ports.clock, {
      workerId,
      claims: options.runsJobs && peers.isShared,
      capacity: () => this.#capacity() ?? noCapacity,
      onClaimed: (jobs) => this.take(jobs),
    });
    const clear = (job: DispatchedJob) =>
      ctx.db.writeRows((tx) => clearSuspect(tx, job), { accountId: job.accountId, priority: 'background' });
    this.#slots = new RunSlots(
      new Quarantine(ports.clock, clear, (released) => {
        if (released) this.#slots.addToQueue(released);
        void this.#fillSlots();
        void this.#claims.claim();
      }),
    );
  }

  get workerId(): string {
    return this.options.workerId;
  }

  /** Whether this process has stopped taking jobs. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Recovers what crashed workers left, and looks for such and for parked jobs from now on. */
  start(): Promise<void> {
    const starting = this.#start();
    this.#starting = starting.catch(() => {});
    return starting;
  }

  async #start(): Promise<void> {
    const { runsJobs, events } = this.options;
    this.#stopListening = this.ctx.db.signals.listen((word) => {
      if (word !== JOBS_LEFT) {
        events.notify([word]);
        void this.#onChanged(word);
      } else void this.#claims.claim();
    });
    if (!runsJobs) return;
    try {
      await this.heartbeat.send();
      await this.#recovery.start();
    } finally {
      if (!this.#isStopping) {
        this.heartbeat.repeat();
        // Jobs that couldn't be recovered now are looked for again.
        this.#stopLooking = repeat(LOOK_EVERY_MS, () => this.#recovery.look());
      }
    }
  }

  /** Stops taking jobs. Running jobs continue. */
  stopTaking(): void {
    this.#isStopping = true;
  }

  /** Returns all jobs to their queues: calls under way are ended, and what they cost is recorded. */
  async stop(): Promise<void> {
    this.#stopListening();
    this.stopTaking();
    this.#slots.quarantine.stop();
    // A start that is under way would use a database that closes after this.
    await this.#starting;
    await Promise.all([this.#stopLooking(), this.heartbeat.stop(), this.#claims.done, this.revoked.stop()]);
    for (const { control } of this.#held.values()) control.abort(new Interruption('returned'));
    if (!this.#slots.isIdle)
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    const waiting = [...this.#held.values()].map(({ job }) => job);
    for (const [accountId, jobs] of byAccount(waiting))
      await runOrLog("Jobs couldn't be returned", () =>
        this.writer.change(accountId, (tx) => returnJobs(tx, this.ctx, jobs)),
      );
    await runOrLog("The worker couldn't be deregistered", () => this.options.peers.deregister(this.workerId));
  }

  /**
   * This worker's capacity; null if jobs stay in their queues. If several processes run jobs, the jobs that this process
   * takes begin at once, and the rest is left to all. Accounts that are dispatched at the same moment see the same
   * capacity; excess jobs then wait here.
   */
  #capacity(): Capacity | null {
    const takesJobs = this.options.runsJobs && !this.#isStopping;
    if (!this.options.peers.isShared) return takesJobs ? unbounded : null;
    return takesJobs && this.heartbeat.hasBegun ? this.#slots.capacity : noCapacity;
  }

  #onCommit({ dispatch, loaded, parked, changed }: Commit): void {
    if (dispatch.taken.length > 0) this.take(dispatch.taken, loaded);
    if (dispatch.areLeft) {
      this.ctx.db.signals.send(JOBS_LEFT);
      if (dispatch.areShared) void this.#claims.claimAfterOthers();
      else void this.#claims.claim();
    }
    if (dispatch.withRevoked.length > 0) this.revoked.endOf(dispatch.withRevoked);
    for (const { id, until } of parked) {
      if (until === null) this.#clocks.end(id);
      else this.#clocks.park(id, until);
    }
    this.options.events.update(changed);
  }

  /**
   * Holds jobs that are dispatched to this worker, until they have run.
   * @param loaded those of them that need not be read
   */
  take(jobs: readonly DispatchedJob[], loaded: ReadonlyMap<string, TakenJob> = new Map()): void {
    for (const job of jobs) {
      const control = new AbortController();
      this.#held.set(job.id, { job, control, isRunning: false, loaded: loaded.get(job.id) });
      this.#slots.add(job);
    }
    void this.#fillSlots();
  }

  /**
   * Cancels a job. If this process runs the job, its run ends it; a job that waits for a slot ends before this returns.
   * If another process holds the job, it gets a signal.
   */
  async cancel({ id, accountId }: Pick<DispatchedJob, 'id' | 'accountId'>): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return this.ctx.db.signals.send(id);
    held.control.abort(new Interruption('canceled'));
    if (held.isRunning) return;
    this.#held.delete(id);
    this.#slots.remove(held.job);
    const isEnded = await this.writer.change(accountId, (tx) =>
      endTakenJob(tx, this.ctx, held.job, canceled),
    );
    // Another process has recovered it.
    if (!isEnded) this.ctx.db.signals.send(id);
  }

  /** Cancels jobs in the background. Failures are retried when the jobs held here are next reconciled. */
  abort(jobs: readonly Pick<DispatchedJob, 'id' | 'accountId'>[]): void {
    for (const job of jobs) void runOrLog("A job couldn't be aborted", () => this.cancel(job));
  }

  async #fillSlots(): Promise<void> {
    if (this.#isStopping || this.#isRecovering) return;
    const unread: DispatchedJob[] = [];
    for (let job = this.#slots.next(); job; job = this.#slots.next()) {
      const held = this.#held.get(job.id);
      if (held) held.isRunning = true;
      if (held?.loaded) void this.#run(job, held.loaded);
      else unread.push(job);
    }
    if (unread.length > 0) await this.#readAndRun(unread);
  }

  async #readAndRun(jobs: readonly DispatchedJob[]): Promise<void> {
    try {
      const loaded = new Map((await loadJobs(this.ctx.db.sql, jobs)).map((job) => [job.id, job]));
      for (const job of jobs) {
        const taken = loaded.get(job.id);
        if (taken) void this.#run(job, taken);
        else void this.#endUnreadable(job);
      }
    } catch (error) {
      logger.error({ err: error }, "Jobs couldn't be read; they are tried again");
      for (const job of jobs) {
        this.#recovery.noteFailure(job, error);
        this.#leave(job);
      }
    }
  }

  async #endUnreadable(job: DispatchedJob): Promise<void> {
    logger.error({ jobId: job.id }, "A stored job can't be read");
    await runOrLog("It couldn't be ended", () =>
      this.writer.change(job.accountId, (tx) => endTakenJob(tx, this.ctx, job, unreadable)),
    );
    this.#leave(job);
  }

  async #run(job: DispatchedJob, taken: TakenJob): Promise<void> {
    const { events } = this.options;
    try {
      const control = this.#held.get(job.id)?.control ?? new AbortController();
      const fits = (outputBytes: number) => this.#slots.grow(job, outputBytes);
      const end = await runJob(taken, this.engine, control.signal, this.#clocks.begin(taken), fits);
      if (end !== 'parked') this.#clocks.end(job.id);
      if (end === 'taken') logger.warn({ jobId: job.id }, 'Another worker has taken a job');
      // Its caller waits in another process.
      if ((job.isAwaited || control.signal.aborted) && !events.isFollowed(job.id))
        this.ctx.db.signals.send(job.id);
    } catch (error) {
      // Its input is the caller's, so only our own error is logged.
      logger.error({ err: error, jobId: job.id }, 'The run of a job failed; it is tried again');
      this.#clocks.end(job.id);
      this.#recovery.noteFailure(job, error);
    } finally {
      this.#leave(job);
    }
  }

  #leave(job: DispatchedJob): void {
    this.#slots.leave(job);
    // It may have been parked and taken again since.
    if (this.#held.get(job.id)?.job === job) this.#held.delete(job.id);
    if (this.#slots.isIdle) this.#whenIdle();
    void this.#fillSlots();
    this.#claims.onFreed();
  }

  /** A person has decided about a step of a job: its run, here or in another process, continues with it. */
  onDecided(jobId: string): void {
    if (this.#held.has(jobId)) this.writer.notifyDecision(jobId);
    else this.ctx.db.signals.send(jobId);
  }

  /** Something of a job has changed in another process. */
  async #onChanged(jobId: string): Promise<void> {
    this.writer.notifyDecision(jobId);
    if (this.#held.has(jobId)) await this.#recovery.reconcile();
  }
}
