import { AccountLine } from '@/lib/server/queue/account-line';
import type { Quarantine } from '@/lib/server/workflows/run/quarantine';
import type { DispatchedJob, Room } from '@/lib/server/workflows/store/dispatch-jobs';
import { isSuspect } from '@/lib/server/workflows/store/losses';

/** Jobs that run at once in a process: in all, and those that a caller waits for, or those that no caller does. */
const MOST = { all: 256, ofKind: 192 };
/**
 * Bytes of stored workflows that are in memory at once, where they take about twice as much: of all jobs, and of one
 * account's. A job by itself may always run.
 */
const MOST_BYTES = { all: 128 * 1024 * 1024, ofAccount: 32 * 1024 * 1024 };

const kindOf = ({ isAwaited }: DispatchedJob) => (isAwaited ? 'awaited' : 'others');

/**
 * The places of a process, for which the accounts of its jobs take turns. Jobs that a caller waits for go first, and each
 * kind leaves places to the other. Suspects run alone.
 */
export class Places {
  readonly #lines = { awaited: new AccountLine<DispatchedJob>(), others: new AccountLine<DispatchedJob>() };
  readonly #running = { awaited: 0, others: 0 };
  readonly #waiting = { awaited: 0, others: 0 };
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
    this.#waitingBytes += job.bytes;
    this.#lines[kindOf(job)].add(job.accountId, job);
  }

  /** A job waits no longer, and has had no place. */
  remove(job: DispatchedJob): void {
    if (this.quarantine.remove(job)) return;
    this.#waiting[kindOf(job)] -= 1;
    this.#waitingBytes -= job.bytes;
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
      const job = this.#lines[kind].next((each) => this.#fits(each));
      if (!job) continue;
      this.#waiting[kind] -= 1;
      this.#waitingBytes -= job.bytes;
      this.#begin(job);
      return job;
    }
    return undefined;
  }

  /** A job gives its place up. */
  leave(job: DispatchedJob): void {
    this.#running[kindOf(job)] -= 1;
    this.#lines[kindOf(job)].end(job.accountId);
    this.#hold(job.accountId, -job.bytes);
    this.quarantine.leave(job);
  }

  #begin(job: DispatchedJob): void {
    this.#running[kindOf(job)] += 1;
    this.#hold(job.accountId, job.bytes);
  }

  #fits({ accountId, bytes }: DispatchedJob): boolean {
    const held = this.#bytes.get(accountId) ?? 0;
    const fitsAccount = held === 0 || held + bytes <= MOST_BYTES.ofAccount;
    return fitsAccount && (this.#allBytes === 0 || this.#allBytes + bytes <= MOST_BYTES.all);
  }

  #hold(accountId: string, bytes: number): void {
    const held = (this.#bytes.get(accountId) ?? 0) + bytes;
    if (held > 0) this.#bytes.set(accountId, held);
    else this.#bytes.delete(accountId);
    this.#allBytes += bytes;
  }
}
