import type { WritePriority } from '@/lib/server/database/database';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/** Runs so many writes at once, in order of arrival, and bounds how many wait. Some let all others go first. */
export class WriteQueue {
  #running = 0;
  readonly #waiting = new Set<Waiting>();
  /** Writes that let the others go first. */
  readonly #background = new Set<Waiting>();

  constructor(readonly bounds: { atOnce: number; waiting: number; milliseconds: number }) {}

  /** How many wait for their turn. */
  get length(): number {
    return this.#waiting.size + this.#background.size;
  }

  /** @throws DatabaseUnavailable if too many wait already, or the write's turn doesn't come in time */
  async run<T>(
    write: () => Promise<T>,
    { priority = 'foreground' }: { priority?: WritePriority } = {},
  ): Promise<T> {
    await this.#turn(priority === 'background' ? this.#background : this.#waiting);
    try {
      return await write();
    } finally {
      this.#running -= 1;
      const [next] = this.#waiting.size > 0 ? this.#waiting : this.#background;
      next?.start();
    }
  }

  /** Fails every waiting write. */
  refuseWaiting(error: Error): void {
    for (const waiting of [...this.#waiting, ...this.#background]) waiting.refuse(error);
  }

  #turn(line: Set<Waiting>): Promise<void> {
    if (this.#running < this.bounds.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (line.size >= this.bounds.waiting) throw new DatabaseUnavailable('overloaded');
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        line.delete(waiting);
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
      line.add(waiting);
    });
  }
}
