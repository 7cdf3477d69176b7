import { AccountLine } from '@/lib/server/queue/account-line';
import type { Quarantine } from '@/lib/server/workflows/run/quarantine';
import type { DispatchedJob, Room } from '@/lib/server/workflows/store/dispatch-jobs';
import { isSuspect } from '@/lib/server/workflows/store/losses';

/** Jobs that run at once in a process: in all, and those that a caller waits for, or those that no caller does. */
const MOST = { all: 256, ofKind: 192 };
/**
 * Bytes of stored workflows and outputs that are in memory at once, where they take about twice as much: of all jobs, and
 * of one account's. A job by itself may always run.
 */
const MOST_BYTES = { all: 128 * 1024 * 1024, ofAccount: 32 * 1024 * 1024 };

/** The least (bytes) that outputs count for. */
const LEAST_OUTPUTS = 64 * 1024;

/**
 * Bytes that a job counts for. Its outputs count for the next power of two: as they grow, it's counted anew and may have
 * to leave only a few times, not after each step.
 */
const bytesOf = ({ bytes, outputBytes }: Pick<DispatchedJob, 'bytes' | 'outputBytes'>): number =>
  bytes + (outputBytes === 0 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(LEAST_OUTPUTS, outputBytes))));

const kindOf = ({ isAwaited }: DispatchedJob) => (isAwaited ? 'awaited' : 'others');

/**
 * The places of a process, for which the accounts of its jobs take turns. Jobs that a caller waits for go first, and each
 * kind leaves places to the other. Suspects run alone.
 */
export class Places {
  readonly #lines = { awaited: new AccountLine<DispatchedJob>(), others: new AccountLine<DispatchedJob>() };
  readonly #running = { awaited: 0, others: 0 };
  readonly #waiting = { awaited: 0, others: 0 };
  /** What each job that has a place counts for. */
  readonly #counted = new Map<DispatchedJob, number>();
  /** Of jobs that have a place, by account and in all, and of those that wait for one. */
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;
  #waitingBytes = 0;

  constructor(readonly quarantine: Quarantine) {}

  /** Whether no job has a place. */
  get isIdle(): boolean {
    return this.#running.awaited + this.#running.others === 0;
  }

  /** What is left beside the jobs that run or wait here. */
  get room(): Room {
    if (this.quarantine.isClosed) return { all: 0, awaited: 0, others: 0 };
    const awaited = this.#running.awaited + this.#waiting.awaited;
    const others = this.#running.others + this.#waiting.others;
    const hasMemory = this.#allBytes + this.#waitingBytes < MOST_BYTES.all;
    return {
      all: hasMemory ? MOST.all - awaited - others : 0,
      awaited: MOST.ofKind - awaited,
      others: MOST.ofKind - others,
    };
  }

  /** Lets a job wait for a place, or a suspect for all of them. */
  add(job: DispatchedJob): void {
    if (isSuspect(job.losses)) this.quarantine.add(job);
    else this.addToLine(job);
  }

  /** Lets a job wait for a place with the others, suspect or not. */
  addToLine(job: DispatchedJob): void {
    this.#waiting[kindOf(job)] += 1;
    this.#waitingBytes += bytesOf(job);
    this.#lines[kindOf(job)].add(job.accountId, job);
  }

  /** A job waits no longer, and has had no place. */
  remove(job: DispatchedJob): void {
    if (this.quarantine.remove(job)) return;
    this.#waiting[kindOf(job)] -= 1;
    this.#waitingBytes -= bytesOf(job);
    this.#lines[kindOf(job)].remove(job.accountId, job);
  }

  /** Gives the next job a place, until `leave`. */
  next(): DispatchedJob | undefined {
    const suspect = this.isIdle ? this.quarantine.next() : undefined;
    if (suspect) {
      this.#lines[kindOf(suspect)].begin(suspect.accountId);
      this.#begin(suspect);
      return suspect;
    }
    if (this.quarantine.isClosed) return undefined;
    if (this.#running.awaited + this.#running.others >= MOST.all) return undefined;
    for (const kind of ['awaited', 'others'] as const) {
      if (this.#running[kind] >= MOST.ofKind) continue;
      const job = this.#lines[kind].next((each) => this.#fits(each, bytesOf(each)));
      if (!job) continue;
      this.#waiting[kind] -= 1;
      this.#waitingBytes -= bytesOf(job);
      this.#begin(job);
      return job;
    }
    return undefined;
  }

  /**
   * Counts what a running job's outputs have grown to.
   * @returns whether it fits beside the others; if it doesn't, it must leave, and can begin again once it does
   */
  grow(job: DispatchedJob, outputBytes: number): boolean {
    const bytes = bytesOf({ ...job, outputBytes });
    const counted = this.#counted.get(job) ?? 0;
    if (bytes <= counted) return true;
    this.#count(job, 0);
    const fits = this.#fits(job, bytes);
    this.#count(job, bytes);
    return fits;
  }

  /** A job gives its place up. */
  leave(job: DispatchedJob): void {
    this.#running[kindOf(job)] -= 1;
    this.#lines[kindOf(job)].end(job.accountId);
    this.#count(job, 0);
    this.quarantine.leave(job);
  }

  #begin(job: DispatchedJob): void {
    this.#running[kindOf(job)] += 1;
    this.#count(job, bytesOf(job));
  }

  #fits({ accountId }: DispatchedJob, bytes: number): boolean {
    const held = this.#bytes.get(accountId) ?? 0;
    const fitsAccount = held === 0 || held + bytes <= MOST_BYTES.ofAccount;
    return fitsAccount && (this.#allBytes === 0 || this.#allBytes + bytes <= MOST_BYTES.all);
  }

  #count(job: DispatchedJob, bytes: number): void {
    const added = bytes - (this.#counted.get(job) ?? 0);
    if (bytes > 0) this.#counted.set(job, bytes);
    else this.#counted.delete(job);
    const held = (this.#bytes.get(job.accountId) ?? 0) + added;
    if (held > 0) this.#bytes.set(job.accountId, held);
    else this.#bytes.delete(job.accountId);
    this.#allBytes += added;
  }
}
