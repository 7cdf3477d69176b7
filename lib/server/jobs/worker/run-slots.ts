import { isSuspect } from '@/lib/server/jobs/ledger/crash-count';
import type { Capacity, DispatchedJob } from '@/lib/server/jobs/ledger/dispatch-jobs';
import type { Quarantine } from '@/lib/server/jobs/worker/quarantine';
import { FairQueue } from '@/lib/server/runtime/fair-queue';

/** Jobs that run at once in a process: in all, and of each kind (with and without a waiting caller). */
const MOST = { all: 256, ofKind: 192 };
/**
 * Limits on the bytes of stored workflows and outputs that are in memory at once: of all jobs, and per account. In
 * memory, they take about twice as much. A job by itself may always run.
 */
const MOST_BYTES = { all: 128 * 1024 * 1024, ofAccount: 32 * 1024 * 1024 };

/** The least (bytes) that outputs count for. A job of at most as many has a slot however much memory large ones take. */
const SMALL = 64 * 1024;

/**
 * Bytes that a job counts for. Its outputs are rounded up to the next power of two. So as they grow, it's counted again
 * and may have to leave only a few times, not after each step.
 */
const bytesOf = ({ bytes, outputBytes }: Pick<DispatchedJob, 'bytes' | 'outputBytes'>): number =>
  bytes + (outputBytes === 0 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(SMALL, outputBytes))));

const kindOf = ({ isAwaited }: DispatchedJob) => (isAwaited ? 'awaited' : 'others');

export const noCapacity: Capacity = { all: 0, awaited: 0, others: 0 };

/**
 * The slots of a process in which jobs run, for which the accounts of its jobs take turns. Jobs that a caller waits for go first, and
 * each kind leaves slots to the other. Suspects run alone.
 */
export class RunSlots {
  readonly #queues = { awaited: new FairQueue<DispatchedJob>(), others: new FairQueue<DispatchedJob>() };
  readonly #running = { awaited: 0, others: 0 };
  readonly #waiting = { awaited: 0, others: 0 };
  /** The bytes that each job with a slot counts for. */
  readonly #counted = new Map<DispatchedJob, number>();
  /** The bytes of jobs with a slot, by account and in all, and of jobs that wait for a slot, by account. */
  readonly #bytes = new Map<string, number>();
  #allBytes = 0;
  readonly #waitingBytes = new Map<string, number>();

  constructor(readonly quarantine: Quarantine) {}

  /** Whether no job has a slot. */
  get isIdle(): boolean {
    return this.#running.awaited + this.#running.others === 0;
  }

  /** Free slots, less the jobs that wait here. */
  get capacity(): Capacity {
    if (this.quarantine.isClosed) return noCapacity;
    const awaited = this.#running.awaited + this.#waiting.awaited;
    const others = this.#running.others + this.#waiting.others;
    // However much of one account waits, the process takes the jobs of others.
    let bytes = this.#allBytes;
    for (const waiting of this.#waitingBytes.values()) bytes += Math.min(waiting, MOST_BYTES.ofAccount);
    const hasMemory = bytes < MOST_BYTES.all;
    return {
      all: hasMemory ? MOST.all - awaited - others : 0,
      awaited: MOST.ofKind - awaited,
      others: MOST.ofKind - others,
    };
  }

  /** Lets a job wait for a slot, or a suspect for all of them. */
  add(job: DispatchedJob): void {
    if (isSuspect(job.crashCount)) this.quarantine.add(job);
    else this.addToQueue(job);
  }

  /** Lets a job wait for a slot with the others, suspect or not. */
  addToQueue(job: DispatchedJob): void {
    this.#wait(job, 1);
    this.#queues[kindOf(job)].add(job.accountId, job);
  }

  /** A job waits no longer, and has had no slot. */
  remove(job: DispatchedJob): void {
    if (this.quarantine.remove(job)) return;
    this.#wait(job, -1);
    this.#queues[kindOf(job)].remove(job.accountId, job);
  }

  /** Gives the next job a slot, until `leave`. */
  next(): DispatchedJob | undefined {
    const suspect = this.isIdle ? this.quarantine.next() : undefined;
    if (suspect) {
      this.#queues[kindOf(suspect)].begin(suspect.accountId);
      this.#begin(suspect);
      return suspect;
    }
    if (this.quarantine.isClosed) return undefined;
    if (this.#running.awaited + this.#running.others >= MOST.all) return undefined;
    for (const kind of ['awaited', 'others'] as const) {
      if (this.#running[kind] >= MOST.ofKind) continue;
      const job = this.#queues[kind].next((each) => this.#fits(each, bytesOf(each)));
      if (!job) continue;
      this.#wait(job, -1);
      this.#begin(job);
      return job;
    }
    return undefined;
  }

  /**
   * Counts what a running job's outputs have grown to.
   * @returns whether it fits together with the others; if it doesn't, it must leave, and can begin again once it does
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

  /** A job gives its slot up. */
  leave(job: DispatchedJob): void {
    this.#running[kindOf(job)] -= 1;
    this.#queues[kindOf(job)].end(job.accountId);
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
    const fitsProcess = bytes <= SMALL || this.#allBytes === 0 || this.#allBytes + bytes <= MOST_BYTES.all;
    return fitsAccount && fitsProcess;
  }

  /** @param change by how many jobs like it more or fewer wait */
  #wait(job: DispatchedJob, change: 1 | -1): void {
    this.#waiting[kindOf(job)] += change;
    add(this.#waitingBytes, job.accountId, change * bytesOf(job));
  }

  #count(job: DispatchedJob, bytes: number): void {
    const added = bytes - (this.#counted.get(job) ?? 0);
    if (bytes > 0) this.#counted.set(job, bytes);
    else this.#counted.delete(job);
    add(this.#bytes, job.accountId, added);
    this.#allBytes += added;
  }
}

/** Keeps nothing of accounts that have none. */
function add(bytes: Map<string, number>, accountId: string, change: number): void {
  const left = (bytes.get(accountId) ?? 0) + change;
  if (left > 0) bytes.set(accountId, left);
  else bytes.delete(accountId);
}
