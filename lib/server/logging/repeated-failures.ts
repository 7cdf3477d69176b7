import { isError } from './plain-error';

/** How often (ms) the same failure has a line. */
const EVERY_MS = 1_000;
/** Kinds of failures that are counted at a time; further ones have a line each. */
const MOST_KINDS = 100;

/** Writes a line; the number says how many like it weren't written. */
type WriteLine = (repeated: number) => void;

interface Kind {
  repeated: number;
  /** Writes the last omitted line of this kind. */
  write: WriteLine;
  timer: NodeJS.Timeout;
}

/**
 * Keeps a failure that repeats, as in an outage of the disk, to one line per second with the number of omitted lines.
 * The first has its line at once, and the last are counted when the second is over. Lines without an error pass.
 */
export class RepeatedFailures {
  readonly #kinds = new Map<string, Kind>();

  /**
   * @param line the line's fields, and its message
   * @param write writes it; called now, when the second is over, or not at all if others follow
   */
  pass([fields, message]: readonly unknown[], level: number, write: WriteLine): void {
    const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
    if (!isError(error)) {
      write(0);
      return;
    }
    const key = [level, message, kindOf(error)].join(' ');
    const kind = this.#kinds.get(key);
    if (kind) {
      kind.repeated += 1;
      kind.write = write;
    } else {
      write(0);
      if (this.#kinds.size < MOST_KINDS) this.#begin(key);
    }
  }

  /** Writes the remaining counts, before the process ends. */
  flush(): void {
    for (const [key, { timer, repeated, write }] of this.#kinds) {
      clearTimeout(timer);
      this.#kinds.delete(key);
      if (repeated > 0) write(repeated);
    }
  }

  #begin(key: string): void {
    const timer = setTimeout(() => this.#endSecond(key), EVERY_MS).unref();
    this.#kinds.set(key, { repeated: 0, write: () => {}, timer });
  }

  #endSecond(key: string): void {
    const kind = this.#kinds.get(key);
    this.#kinds.delete(key);
    if (!kind || kind.repeated === 0) return;
    kind.write(kind.repeated);
    this.#begin(key);
  }
}

/** Type, code, and message: errors that differ in one of them have lines of their own. */
function kindOf(error: Error): string {
  try {
    const code = 'code' in error ? String(error.code) : '';
    return `${error.name} ${code} ${error.message.slice(0, 200)}`;
  } catch {
    return 'unreadable';
  }
}
