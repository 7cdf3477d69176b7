import { statSync } from 'node:fs';
import { DatabaseUnavailable } from '@/lib/server/database/database-unavailable';

/** Whether a connection's files are still where a restart would look for them. */
export class DatabasePlace {
  readonly #files: string[];
  readonly #identities: string[];

  /**
   * @param file of an open connection that has its -wal
   * @throws DatabaseUnavailable
   */
  constructor(file: string) {
    this.#files = [file, `${file}-wal`];
    this.#identities = this.#files.map(identity);
  }

  /**
   * SQLite goes on writing to a file that was deleted or replaced under it, and what it stores there is gone when the
   * process ends.
   * @throws DatabaseUnavailable
   */
  assertUnmoved(): void {
    if (this.#files.some((file, index) => identity(file) !== this.#identities[index]))
      throw new DatabaseUnavailable('missing');
  }
}

function identity(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch (cause) {
    throw new DatabaseUnavailable('missing', { cause });
  }
}
