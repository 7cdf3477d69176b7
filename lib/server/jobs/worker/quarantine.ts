import type { Clock } from '@/lib/engine/clock';
import { soloMs } from '@/lib/server/jobs/ledger/crash-count';
import type { DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import { logger } from '@/lib/server/logging/logger';

/** How long (ms) others wait so that suspects can begin, and how long the others then go first. */
const HOLD_MS = 5_000;
const REST_MS = 5_000;
/** How often others have to wait for a suspect. If the process was never idle, it runs with them. */
const MOST_HOLDS = 12;
/** How long (ms) until a failed write is tried again. */
const RETRY_MS = 500;

/**
 * Lets suspects run alone in a process, one after another. Others wait until they have ended, but not for long. After
 * `HOLD_MS` no further suspect begins, and others join a running suspect after `soloMs`.
 */
export class Quarantine {
  /** Suspects that wait, in their order. */
  #waiting: DispatchedJob[] = [];
  #alone: DispatchedJob | undefined;
  /** How often others had to wait for the first waiting suspect. */
  #holds = 0;
  #state: 'open' | 'resting' | 'holding' | 'held for long enough' = 'open';
  #stopHold = () => {};
  #stopAlone = () => {};
  readonly #end = new AbortController();

  /**
   * @param clear stores that others join a suspect, before they do
   * @param onChange called once other jobs may begin than before; gets a suspect that is now to run with others
   */
  constructor(
    readonly clock: Clock,
    readonly clear: (job: DispatchedJob) => Promise<void>,
    readonly onChange: (released: DispatchedJob | null) => void,
  ) {}

  /** Whether only a suspect may begin. */
  get isClosed(): boolean {
    return this.#alone !== undefined || this.#state === 'holding' || this.#state === 'held for long enough';
  }

  add(job: DispatchedJob): void {
    this.#waiting.push(job);
    this.#hold();
  }

  /** A suspect waits no longer, and hasn't begun. @returns whether it has waited */
  remove(job: DispatchedJob): boolean {
    const { length } = this.#waiting;
    this.#waiting = this.#waiting.filter((other) => other !== job);
    if (this.#waiting.length === length) return false;
    this.#openIfDone();
    return true;
  }

  /** Gives the process to the next suspect until `leave`, if nothing runs in it. */
  next(): DispatchedJob | undefined {
    if (this.#state !== 'holding' || this.#alone) return undefined;
    const job = this.#waiting.shift();
    if (!job) return undefined;
    this.#alone = job;
    this.#holds = 0;
    this.#stopAlone = this.#after(soloMs(job.crashCount), () => this.#letJoin(job));
    return job;
  }

  /** A job has left the process. */
  leave(job: DispatchedJob): void {
    if (this.#alone !== job) return;
    this.#stopAlone();
    this.#alone = undefined;
    this.#openIfDone();
  }

  /** Ends all timers, and lets none begin: jobs still leave while their process stops. */
  stop(): void {
    this.#end.abort();
  }

  #hold(): void {
    if (this.#state !== 'open' || this.#waiting.length === 0) return;
    this.#state = 'holding';
    this.#stopHold = this.#after(HOLD_MS, () => {
      this.#state = 'held for long enough';
      this.#openIfDone();
    });
  }

  #openIfDone(): void {
    if (!this.isClosed || this.#alone) return;
    if (this.#state === 'held for long enough' || this.#waiting.length === 0) void this.#open();
  }

  async #letJoin(job: DispatchedJob): Promise<void> {
    const isCleared = await this.#cleared(job);
    if (this.#alone !== job) return;
    if (!isCleared) {
      this.#stopAlone = this.#after(RETRY_MS, () => this.#letJoin(job));
      return;
    }
    this.#alone = undefined;
    this.#open();
  }

  #open(): void {
    this.#stopHold();
    this.#state = 'resting';
    this.#after(REST_MS, () => {
      this.#state = 'open';
      this.#hold();
      this.onChange(null);
    });
    this.onChange(null);
    const [first] = this.#waiting;
    if (!first) return;
    this.#holds += 1;
    if (this.#holds >= MOST_HOLDS) void this.#release(first);
  }

  async #release(job: DispatchedJob): Promise<void> {
    if (!(await this.#cleared(job)) || this.#waiting[0] !== job) return;
    this.#waiting.shift();
    this.#holds = 0;
    this.onChange(job);
  }

  async #cleared(job: DispatchedJob): Promise<boolean> {
    try {
      await this.clear(job);
      return true;
    } catch (error) {
      logger.error({ err: error, jobId: job.id }, "Others couldn't join a suspect job yet");
      return false;
    }
  }

  /** @returns stops waiting */
  #after(milliseconds: number, run: () => unknown): () => void {
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, this.#end.signal]);
    this.clock.sleep(milliseconds, signal).then(run, () => {});
    return () => control.abort();
  }
}
