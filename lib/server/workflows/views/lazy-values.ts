import { turns } from '@/lib/server/runtime/fair-turns';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';

interface Asked<Value> {
  key: string;
  bytes: number;
  budget: ContentBudget;
  resolve: (value: Promise<Value | null>) => void;
  reject: (error: unknown) => void;
}

type Reading<Value> = Promise<ReadonlyMap<string, Value>>;

/**
 * Values that are read on request: one statement reads all requested values of a turn of the event loop. Requests for a
 * value that is being read share it. It isn't kept longer, because values are large, and the next response may follow
 * much later. If a response has no space for all its requests of a turn, none of them is read.
 */
export class LazyValues<Value> {
  /** The statements under way, by the keys of their values. */
  readonly #reading = new Map<string, Reading<Value>>();
  #asked: Asked<Value>[] = [];

  /** @param read returns the values by their keys; a missing value becomes null */
  constructor(readonly read: (keys: readonly string[]) => Reading<Value>) {}

  /**
   * @param bytes of the value's JSON
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  get(key: string, bytes: number, budget: ContentBudget): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0)
        setImmediate(async () => {
          // A large value is parsed here, and written again once the response has it.
          await turns.begin(budget.caller);
          this.#answer();
        });
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
    this.#read([...new Set(allowed.map(({ key }) => key))].filter((key) => !this.#reading.has(key)));
    for (const { key, resolve } of allowed)
      resolve((this.#reading.get(key) as Reading<Value>).then((values) => values.get(key) ?? null));
  }

  #read(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const reading = this.read(keys);
    for (const key of keys) this.#reading.set(key, reading);
    const forget = () => {
      for (const key of keys) this.#reading.delete(key);
    };
    reading.then(forget, forget);
  }
}

/** The values that a budget has space for: all or none. */
function taken<Value>(asked: readonly Asked<Value>[], budget: ContentBudget): readonly Asked<Value>[] {
  try {
    budget.take(asked.reduce((sum, { bytes }) => sum + bytes, 0));
    return asked;
  } catch (error) {
    for (const { reject } of asked) reject(error);
    return [];
  }
}

/** A value that is read when it is asked for first, and kept from then on. After a failure it is read again. */
export class LazyValue<Value> {
  #reading: Promise<Value> | undefined;

  constructor(readonly read: () => Promise<Value>) {}

  /** Whether it is being read, or has been. */
  get isAskedFor(): boolean {
    return this.#reading !== undefined;
  }

  get(): Promise<Value> {
    this.#reading ??= this.read().catch((error) => {
      this.#reading = undefined;
      throw error;
    });
    return this.#reading;
  }
}
