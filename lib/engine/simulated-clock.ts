import type { Clock } from '@/lib/engine/clock';

interface Sleeper {
  at: number;
  wake(): void;
}

/** Turns of the event loop in which nothing happens, after which nothing will happen by itself. */
const QUIET_TURNS = 8;

/** A clock that moves only when nothing else can happen, to the next moment for which something sleeps. */
export class SimulatedClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  /** @param start milliseconds since the epoch */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
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
      const sleeper = { at: this.#now + Math.max(0, milliseconds), wake };
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
      if (quiet < QUIET_TURNS) continue;
      const next = Math.min(...[...this.#sleepers].map(({ at }) => at));
      if (next === Number.POSITIVE_INFINITY) throw new Error("Nothing sleeps, and the work isn't done.");
      this.moveTo(next);
      quiet = 0;
    }
  }

  /** Sets the time, and wakes what has slept until then. */
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#now) sleeper.wake();
  }
}
