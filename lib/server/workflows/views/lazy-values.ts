import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';

interface Asked {
  key: string;
  bytes: number;
  budget: ContentBudget;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Values that are read when they're asked for: each once, and with one statement all that are asked for in a turn of the
 * event loop. If a response has no space for what it asks for in a turn, it gets none of it, and none of it is read.
 */
export class LazyValues {
  readonly #values = new Map<string, Promise<unknown>>();
  #asked: Asked[] = [];

  /** @param read returns the values by their keys; one that isn't there becomes null */
  constructor(readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, unknown>>) {}

  /**
   * @param bytes of the value's JSON
   * @throws AppError BAD_USER_INPUT if the response has no space for it
   */
  get(key: string, bytes: number, budget: ContentBudget): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setImmediate(() => this.#answer());
      this.#asked.push({ key, bytes, budget, resolve, reject });
    });
  }

  #answer(): void {
    const asked = this.#asked;
    this.#asked = [];
    const allowed = [...new Set(asked.map(({ budget }) => budget))].flatMap((budget) =>
      taken(
        asked.filter((one) => one.budget === budget),
        budget,
      ),
    );
    const unread = [...new Set(allowed.map(({ key }) => key))].filter((key) => !this.#values.has(key));
    if (unread.length > 0) {
      const reading = this.read(unread);
      for (const key of unread)
        this.#values.set(
          key,
          reading.then((values) => values.get(key) ?? null),
        );
    }
    for (const { key, resolve } of allowed) resolve(this.#values.get(key));
  }
}

/** What a budget has space for: all of it, or nothing. */
function taken(asked: readonly Asked[], budget: ContentBudget): readonly Asked[] {
  try {
    budget.take(asked.reduce((sum, { bytes }) => sum + bytes, 0));
    return asked;
  } catch (error) {
    for (const { reject } of asked) reject(error);
    return [];
  }
}
