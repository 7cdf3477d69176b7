import { fileIdentity, realPath } from '@/lib/config/database-url';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';

/** Whether a connection's files are still where a restart would look for them. */
export class DatabasePlace {
  readonly #files: string[];
  readonly #identities: string[];

  /**
   * @param file of an open connection that has its -wal; SQLite keeps that next to the real file, not next to a link
   * @throws DatabaseUnavailable
   */
  constructor(file: string) {
    this.#files = [file, `${realPath(file)}-wal`];
    this.#identities = this.#files.map(identity);
  }

  /**
   * SQLite keeps writing to a file that was deleted or replaced, or to which the configured link no longer points. That
   * data is lost once the process ends.
   * @throws DatabaseUnavailable
   */
  assertUnmoved(): void {
    if (this.#files.some((file, index) => identity(file) !== this.#identities[index]))
      throw new DatabaseUnavailable('missing');
  }
}

function identity(file: string): string {
  try {
    return fileIdentity(file);
  } catch (cause) {
    throw new DatabaseUnavailable('missing', { cause });
  }
}
