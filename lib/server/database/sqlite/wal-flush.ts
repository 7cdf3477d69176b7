import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { realPath } from '@/lib/config/database-url';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';

const flushFile = promisify(fdatasync);

/**
 * Makes commits durable without blocking the thread: SQLite's own flush would, for 1 to 10 ms each. A commit
 * with `synchronous = NORMAL` is in the -wal file, from which the next server recovers it. One flush of that file makes
 * all earlier commits survive a power failure.
 */
export class WalFlush {
  readonly #file: number;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isClosed = false;

  /**
   * @param file of a database whose connection has its -wal
   * @throws DatabaseUnavailable if the -wal can't be opened
   */
  constructor(file: string) {
    try {
      // Windows flushes only what it may write.
      this.#file = openSync(`${realPath(file)}-wal`, 'r+');
    } catch (cause) {
      throw new DatabaseUnavailable(databaseFailure(cause) ?? 'disk', { cause });
    }
  }

  /**
   * Resolves once all that was committed before the call is durable. One flush serves all that wait for the last.
   * @throws the error of the flush, or of the one before it. The disk may then have lost any commit since the last
   *   successful flush, even if a later flush succeeds
   */
  flush(): Promise<void> {
    if (!this.#running) return this.#begin();
    // The one under way may have begun before the commit.
    this.#next ??= this.#running.then(
      () => {
        this.#next = null;
        return this.#begin();
      },
      (error) => {
        this.#next = null;
        this.#closeIfIdle();
        throw error;
      },
    );
    return this.#next;
  }

  /** After what is under way. */
  close(): void {
    this.#isClosed = true;
    this.#closeIfIdle();
  }

  #begin(): Promise<void> {
    this.#running = flushFile(this.#file).finally(() => {
      this.#running = null;
      this.#closeIfIdle();
    });
    return this.#running;
  }

  #closeIfIdle(): void {
    if (this.#isClosed && !this.#running && !this.#next) closeSync(this.#file);
  }
}
