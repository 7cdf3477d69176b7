import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { realPath } from '@/lib/config/database-url';

const flushFile = promisify(fdatasync);

/**
 * Makes commits durable without holding the thread: SQLite's own flush would, for one to ten milliseconds each. A commit
 * with `synchronous = NORMAL` is in the -wal file, as the next server would recover it, and one flush of that file makes
 * all commits before it survive a power failure.
 */
export class WalFlush {
  readonly #file: number;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isClosed = false;

  /** @param file of a database whose connection has its -wal */
  constructor(file: string) {
    // Windows flushes only what it may write.
    this.#file = openSync(`${realPath(file)}-wal`, 'r+');
  }

  /** Resolves once all that was committed before the call is durable. One flush serves all that wait for the last. */
  async flush(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The one under way may have begun before the commit.
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  /** After what is under way. */
  close(): void {
    this.#isClosed = true;
    if (!this.#running && !this.#next) closeSync(this.#file);
  }

  #begin(): Promise<void> {
    this.#next = null;
    this.#running = flushFile(this.#file).finally(() => {
      this.#running = null;
      if (this.#isClosed && !this.#next) closeSync(this.#file);
    });
    return this.#running;
  }
}
