import type { Engine } from '@/lib/engine/engine';
import { Interruption } from '@/lib/engine/run/run-error';
import { runJob } from '@/lib/engine/run/run-job';
import type { TakenJob } from '@/lib/engine/run/run-store';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import {
  claimJobs,
  type DispatchedJob,
  giveBack,
  type Room,
  stillHeld,
} from '@/lib/server/jobs/ledger/dispatch-jobs';
import { canceled, endCanceledJobs, endJobs, endUnreadableJob } from '@/lib/server/jobs/ledger/end-jobs';
import type { JobStore } from '@/lib/server/jobs/ledger/job-store';
import { loadJobs } from '@/lib/server/jobs/ledger/load-jobs';
import { clearSuspect } from '@/lib/server/jobs/ledger/losses';
import { type LostJob, recoverJobs } from '@/lib/server/jobs/ledger/recover-jobs';
import { JobClocks } from '@/lib/server/jobs/worker/job-clocks';
import type { JobEvents } from '@/lib/server/jobs/worker/job-events';
import { Places } from '@/lib/server/jobs/worker/places';
import {
  hasOthers,
  measuredElsewhere,
  REPORT_EVERY_MS,
  reportIn,
  reportOut,
  SILENT_MS,
} from '@/lib/server/jobs/worker/present-workers';
import { Quarantine } from '@/lib/server/jobs/worker/quarantine';
import {
  byAccount,
  rememberParkedJobs,
  takeUpLostJobs,
  takeUpParkedJobs,
  takeUpWaitingJobs,
} from '@/lib/server/jobs/worker/take-up-jobs';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { repeat } from '@/lib/server/runtime/repeat';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How often (ms) parked jobs, and those whose run broke off, are looked for. */
const LOOK_EVERY_MS = 500;
/** How long (ms) a job may be this process's in the database alone: the answer to its commit may be under way. */
const UNKNOWN_MS = 10_000;

/** What the log says if the jobs held here couldn't be compared with those in the database. */
const NOT_COMPARED = "The jobs under way couldn't be compared with the database";

const noRoom: Room = { all: 0, awaited: 0, others: 0 };
const endlessRoom: Room = { all: Infinity, awaited: Infinity, others: Infinity };

interface Held {
  job: DispatchedJob;
  control: AbortController;
  /** Whether it runs; else it waits for a place in this process. */
  isRunning: boolean;
  /** What is to be run, if it need not be read. */
  loaded: TakenJob | undefined;
}

/** Runs the jobs that this process has taken, as it has places for them. */
export class JobWorker {
  /** All jobs that this process holds. */
  readonly #held = new Map<string, Held>();
  readonly #places: Places;
  readonly #clocks: JobClocks;
  #claiming: Promise<void> | undefined;
  /** Whether jobs may have been left for any process since this one last had room for them. */
  #mayBeLeft = true;
  /** Jobs whose run broke off, and whether it did so by an error of its own, not because the database was away. */
  readonly #broken = new Map<string, { job: LostJob; isOwn: boolean }>();
  /** Jobs that are this process's in the database alone, and since when. */
  #unknown = new Map<string, number>();
  #hasReported = false;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** When this process reported in again after it couldn't for so long that others would take its jobs. */
  #resumedAt = Number.NEGATIVE_INFINITY;
  #hasTakenUp = false;
  /** Whether nothing begins yet, so that suspects among the jobs that are being recovered go first. */
  #isRecovering = false;
  #endLooking = async () => {};
  #endReporting = async () => {};
  #takenUpAt = Number.NEGATIVE_INFINITY;
  #isEnding = false;
  #whenIdle = () => {};

  constructor(
    readonly ctx: ServerContext,
    readonly store: JobStore,
    readonly engine: Engine,
    readonly events: JobEvents,
    readonly workerId: string,
  ) {
    this.#clocks = new JobClocks(engine.clock);
    const clear = (job: DispatchedJob) =>
      ctx.db.writeRows((tx) => clearSuspect(tx, job), { accountId: job.accountId, behind: true });
    this.#places = new Places(
      new Quarantine(engine.clock, clear, (released) => {
        if (released) this.#places.addToLine(released);
        void this.#fillPlaces();
        void this.claim();
      }),
    );
  }

  /** Takes up what processes that have ended left, and looks for such and for parked jobs from now on. */
  async start(): Promise<void> {
    try {
      await this.reportIn();
      await this.#takeUp();
    } finally {
      if (!this.#isEnding) {
        // By itself: a look may have to wait for the database, and others must not take this process for dead.
        this.#endReporting = repeat(REPORT_EVERY_MS, () =>
          this.#attempt("This process couldn't report in", () => this.reportIn()),
        );
        // What couldn't be taken up now is looked for again.
        this.#endLooking = repeat(LOOK_EVERY_MS, () => this.#look());
      }
    }
  }

  /** Tells other processes that this one is alive; until then it takes no jobs beside them. */
  async reportIn(): Promise<void> {
    const { measurements } = this.engine;
    await reportIn(this.ctx, this.workerId, measurements.own());
    const now = performance.now();
    if (this.#hasReported && now - this.#reportedAt >= SILENT_MS) this.#resumedAt = now;
    this.#reportedAt = now;
    this.#hasReported = true;
    if (hasOthers(this.ctx)) measurements.hear(await measuredElsewhere(this.ctx, this.workerId));
  }

  /** Whether other processes take this one for alive. */
  get isReported(): boolean {
    return !hasOthers(this.ctx) || (this.#hasReported && performance.now() - this.#reportedAt < SILENT_MS);
  }

  /** Gives all jobs back: calls under way are ended, and what they cost is recorded. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    this.store.isEnding = true;
    this.#places.quarantine.stop();
    await Promise.all([this.#endLooking(), this.#endReporting(), this.#claiming]);
    for (const { control } of this.#held.values()) control.abort(new Interruption('returned'));
    if (!this.#places.isIdle)
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    const waiting = [...this.#held.values()].map(({ job }) => job);
    for (const [accountId, jobs] of byAccount(waiting))
      await this.#attempt("Jobs couldn't be given back", () =>
        this.store.change(accountId, async (tx) => endCanceledJobs(tx, this.ctx, await giveBack(tx, jobs))),
      );
    await this.#attempt("This process couldn't report out", () => reportOut(this.ctx, this.workerId));
  }

  /**
   * Where several processes run jobs, what this one takes begins at once: what it has no place for is left to all.
   * Accounts whose jobs go at the same moment see the same room; what is too much then waits here.
   * @returns null if jobs stay in their lines
   */
  room(): Room | null {
    const isEnding = this.#isEnding || this.store.isEnding;
    if (!hasOthers(this.ctx)) return isEnding ? null : endlessRoom;
    // Others take the jobs of a process that they have never heard of.
    return isEnding || !this.#hasReported ? noRoom : this.#places.room;
  }

  /** Takes jobs that were left for any process, as far as this one has room. */
  async claim(): Promise<void> {
    this.#mayBeLeft = true;
    this.#claiming ??= this.#attempt("Jobs couldn't be claimed", () => this.#claim()).finally(() => {
      this.#claiming = undefined;
    });
    await this.#claiming;
  }

  async #claim(): Promise<void> {
    if (!hasOthers(this.ctx)) return;
    for (let isNews = true; isNews; ) {
      const room = this.room() ?? noRoom;
      const most = { awaited: Math.min(room.awaited, room.all), others: Math.min(room.others, room.all) };
      if (most.awaited <= 0 && most.others <= 0) return;
      this.#mayBeLeft = false;
      const { claimed, isFull } = await this.ctx.db.writeRows(
        async (tx) => {
          const awaited = most.awaited > 0 ? await claimJobs(tx, this.workerId, true, most.awaited) : [];
          const left = Math.min(most.others, room.all - awaited.length);
          const others = left > 0 ? await claimJobs(tx, this.workerId, false, left) : [];
          return {
            claimed: [...awaited, ...others],
            isFull: awaited.length >= most.awaited || others.length >= left,
          };
        },
        { accountId: this.workerId, behind: true },
      );
      this.take(claimed);
      isNews = this.#mayBeLeft;
      this.#mayBeLeft ||= isFull;
    }
  }

  /**
   * Gets jobs that this process has taken.
   * @param loaded those of them that need not be read
   */
  take(jobs: readonly DispatchedJob[], loaded: ReadonlyMap<string, TakenJob> = new Map()): void {
    for (const job of jobs) {
      const control = new AbortController();
      this.#held.set(job.id, { job, control, isRunning: false, loaded: loaded.get(job.id) });
      this.#places.add(job);
    }
    void this.#fillPlaces();
  }

  /**
   * Cancels a job that this process holds: its run ends it; one that waits for a place has ended afterwards. Another
   * process that holds it is told.
   */
  async cancel({ id, accountId }: Pick<DispatchedJob, 'id' | 'accountId'>): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return this.ctx.db.signals.send(id);
    held.control.abort(new Interruption('canceled'));
    if (held.isRunning) return;
    this.#held.delete(id);
    this.#places.remove(held.job);
    const isEnded = await this.store.change(accountId, async (tx) => {
      const ids = await stillHeld(tx, [held.job]);
      await endJobs(tx, this.ctx, ids, canceled);
      return ids.length > 0;
    });
    // Another process has taken it for lost.
    if (!isEnded) this.ctx.db.signals.send(id);
  }

  /** Cancels jobs in the background. What fails is done when the jobs held here are next compared. */
  abort(jobs: readonly Pick<DispatchedJob, 'id' | 'accountId'>[]): void {
    for (const job of jobs) void this.#attempt("A job couldn't be aborted", () => this.cancel(job));
  }

  async #fillPlaces(): Promise<void> {
    if (this.#isEnding || this.#isRecovering) return;
    const unread: DispatchedJob[] = [];
    for (let job = this.#places.next(); job; job = this.#places.next()) {
      const held = this.#held.get(job.id);
      if (held) held.isRunning = true;
      if (held?.loaded) void this.#run(job, held.loaded);
      else unread.push(job);
    }
    if (unread.length > 0) await this.#readAndRun(unread);
  }

  async #readAndRun(jobs: readonly DispatchedJob[]): Promise<void> {
    try {
      const loaded = new Map((await loadJobs(this.ctx.db.rows, jobs)).map((job) => [job.id, job]));
      for (const job of jobs) {
        const taken = loaded.get(job.id);
        if (taken) void this.#run(job, taken);
        else void this.#endUnreadable(job);
      }
    } catch (error) {
      logger.error({ err: error }, "Jobs couldn't be read; they are tried again");
      for (const job of jobs) {
        this.#breakOff(job, error);
        this.#leave(job);
      }
    }
  }

  async #endUnreadable(job: DispatchedJob): Promise<void> {
    logger.error({ jobId: job.id }, "A stored job can't be read");
    await this.#attempt("It couldn't be ended", () =>
      this.store.change(job.accountId, (tx) => endUnreadableJob(tx, this.ctx, job)),
    );
    this.#leave(job);
  }

  async #run(job: DispatchedJob, taken: TakenJob): Promise<void> {
    try {
      const control = this.#held.get(job.id)?.control ?? new AbortController();
      const fits = (outputBytes: number) => this.#places.grow(job, outputBytes);
      const end = await runJob(taken, this.engine, control.signal, this.#clocks.begin(taken), fits);
      if (end !== 'parked') this.#clocks.end(job.id);
      if (end === 'taken') logger.warn({ jobId: job.id }, 'Another worker has taken a job');
      // Its caller waits in another process.
      if ((job.isAwaited || control.signal.aborted) && !this.events.isFollowed(job.id))
        this.ctx.db.signals.send(job.id);
    } catch (error) {
      // Its input is the caller's, so only our own error is logged.
      logger.error({ err: error, jobId: job.id }, 'The run of a job broke off; it is tried again');
      this.#clocks.end(job.id);
      this.#breakOff(job, error);
    } finally {
      this.#leave(job);
    }
  }

  #breakOff(job: LostJob, error: unknown): void {
    this.#broken.set(job.id, { job, isOwn: !(error instanceof DatabaseUnavailable) });
  }

  #leave(job: DispatchedJob): void {
    this.#places.leave(job);
    // It may have been parked and taken again meanwhile.
    if (this.#held.get(job.id)?.job === job) this.#held.delete(job.id);
    if (this.#places.isIdle) this.#whenIdle();
    void this.#fillPlaces();
    if (this.#mayBeLeft) void this.claim();
  }

  /**
   * After the database was away, all processes have been silent, and those that still live report in before any takes
   * up jobs of another.
   */
  get #knowsWhoIsSilent(): boolean {
    const since = performance.now() - SILENT_MS;
    return !hasOthers(this.ctx) || (this.#reportedAt > since && this.#resumedAt <= since);
  }

  async #takeUp(): Promise<void> {
    if (!this.#hasTakenUp) await rememberParkedJobs(this.ctx, this.#clocks);
    this.#isRecovering = !this.#hasTakenUp;
    try {
      if (this.#knowsWhoIsSilent) await takeUpLostJobs(this.ctx, this.store, this.workerId);
    } finally {
      this.#isRecovering = false;
      void this.#fillPlaces();
    }
    await takeUpWaitingJobs(this.ctx, this.store);
    this.#hasTakenUp = true;
  }

  /**
   * Compares the jobs that this process has taken with those that it knows: ends the runs of those that were canceled
   * through another process, and takes up those that it never heard of, because the answer to their commit was lost.
   */
  async #compareHeld(): Promise<void> {
    const taken = await this.ctx.db.rows<LostJob & { cancelRequestedAt: Date | null }>(
      Prisma.sql`SELECT "id", "accountId", "epoch", "cancelRequestedAt" FROM "Job"
        WHERE "turn" = 'DISPATCHED' AND "workerId" = ${this.workerId}`,
    );
    const now = this.engine.clock.elapsed();
    const unknown = new Map<string, number>();
    for (const { id, accountId, epoch, cancelRequestedAt } of taken) {
      if (cancelRequestedAt) await this.cancel({ id, accountId });
      if (this.#held.has(id) || this.#broken.has(id)) continue;
      const since = this.#unknown.get(`${id} ${epoch}`) ?? now;
      unknown.set(`${id} ${epoch}`, since);
      if (now - since >= UNKNOWN_MS) this.#broken.set(id, { job: { id, accountId, epoch }, isOwn: false });
    }
    this.#unknown = unknown;
  }

  /** A job that this process ran was parked. @param until by its own clock */
  onParked(jobId: string, until: number): void {
    this.#clocks.park(jobId, until);
  }

  /** Something of a job has changed in another process. */
  async onChanged(jobId: string): Promise<void> {
    if (this.#held.has(jobId)) await this.#attempt(NOT_COMPARED, () => this.#compareHeld());
  }

  async #recover(job: LostJob, isOwn: boolean): Promise<void> {
    const how = isOwn ? 'broken off' : 'interrupted';
    await this.store.change(job.accountId, (tx) => recoverJobs(tx, this.ctx, [job], how));
    this.#broken.delete(job.id);
  }

  async #look(): Promise<void> {
    await this.#attempt("Lost and waiting jobs couldn't be taken up", async () => {
      const isTime = performance.now() - this.#takenUpAt >= REPORT_EVERY_MS;
      if (!this.#hasTakenUp || (hasOthers(this.ctx) && isTime)) {
        this.#takenUpAt = performance.now();
        await this.#takeUp();
      }
    });
    await this.#attempt(NOT_COMPARED, () => this.#compareHeld());
    await this.#attempt("Parked jobs couldn't be taken up", () =>
      takeUpParkedJobs(this.ctx, this.store, this.#clocks),
    );
    await this.claim();
    for (const { job, isOwn } of [...this.#broken.values()]) {
      if (this.#isEnding) return;
      await this.#attempt("A job couldn't be recovered", () => this.#recover(job, isOwn));
    }
  }

  /** Does what is done again at the next look, or by the next process: if it fails, the rest isn't kept from it. */
  async #attempt(failure: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error }, failure);
    }
  }
}
