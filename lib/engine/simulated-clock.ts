import type { Clock } from '@/lib/engine/clock';

interface Sleeper {
  /** By the monotonic clock. */
  at: number;
  wake(): void;
}

/**
 * Turns of the event loop in which nothing happens, after which nothing will happen by itself. More than a commit of jobs
 * leaves to others before the next one (lib/server/jobs/ledger/group-commit.ts).
 */
const QUIET_TURNS = 24;

interface Options {
  /** The same for work that waits for this clock and for promises alone: after one turn, no promise is left to settle. */
  quietTurns?: number;
}

/**
 * A clock that moves only when nothing else can happen, to the next moment for which something sleeps. Its wall clock can
 * also jump by itself.
 */
export class SimulatedClock implements Clock {
  #elapsed = 0;
  /** The wall clock minus the monotonic one. */
  #offset: number;
  readonly #sleepers = new Set<Sleeper>();
  readonly #quietTurns: number;

  /** @param start milliseconds since the epoch */
  constructor(start: number, { quietTurns = QUIET_TURNS }: Options = {}) {
    this.#offset = start;
    this.#quietTurns = quietTurns;
  }

  now(): number {
    return this.#offset + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  /** How many sleep. Once all work has ended, a number above 0 is a timer that was forgotten. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const giveUp = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const sleeper = { at: this.#elapsed + Math.max(0, milliseconds), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /**
   * Lets time pass until the work is done.
   * @param isBusy whether something is under way that doesn't sleep, such as a query
   * @throws Error if it waits for something that never happens
   */
  async run<T>(work: Promise<T>, isBusy: () => boolean = () => false): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    for (let quiet = 0; ; quiet = isBusy() ? 0 : quiet + 1) {
      await new Promise(setImmediate);
      if (isOver) return work;
      if (quiet < this.#quietTurns) continue;
      const next = Math.min(...[...this.#sleepers].map(({ at }) => at));
      if (next === Number.POSITIVE_INFINITY) throw new Error("Nothing sleeps, and the work isn't done.");
      this.#passUntil(next);
      quiet = 0;
    }
  }

  /** Lets time pass until the wall clock shows this moment, and wakes what has slept until then. */
  moveTo(moment: number): void {
    this.#passUntil(moment - this.#offset);
  }

  /** Sets the wall clock forwards or, if negative, back by so many milliseconds. No time passes. */
  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  #passUntil(elapsed: number): void {
    this.#elapsed = Math.max(this.#elapsed, elapsed);
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#elapsed) sleeper.wake();
  }
}
