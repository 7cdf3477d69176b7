import { DatabaseUnavailable } from '@/lib/server/database/database-failure';

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/** Runs so many writes at once, in order of arrival, and bounds how many wait. */
export class WriteQueue {
  #running = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(readonly bounds: { atOnce: number; waiting: number; milliseconds: number }) {}

  /** How many wait for their turn. */
  get length(): number {
    return this.#waiting.size;
  }

  /** @throws DatabaseUnavailable if too many wait already, or the write's turn doesn't come in time */
  async run<T>(write: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await write();
    } finally {
      this.#running -= 1;
      for (const next of this.#waiting) {
        next.start();
        break;
      }
    }
  }

  /** Fails every waiting write. */
  refuseWaiting(error: Error): void {
    for (const waiting of this.#waiting) waiting.refuse(error);
  }

  #turn(): Promise<void> {
    if (this.#running < this.bounds.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.bounds.waiting) throw new DatabaseUnavailable('overloaded');
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          this.#running += 1;
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(
        () => waiting.refuse(new DatabaseUnavailable('overloaded')),
        this.bounds.milliseconds,
      );
      this.#waiting.add(waiting);
    });
  }
}
