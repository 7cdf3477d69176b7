import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

/** Items of one commit, by their weights: more would keep other writes waiting too long. */
const MOST_ITEMS = 256;
/** Items that resolve in one turn of the event loop: the work that follows all of them would block everything else. */
const ITEMS_PER_TURN = 8;
/** Turns that others have after each commit: a call that arrives, is admitted, reads, and responds needs about as many. */
const TURNS_BETWEEN = 6;

/**
 * Commits items together that were added in the same turn of the event loop, or during the last commit. All of them need
 * only one flush to the disk.
 */
export class GroupCommit<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #committing = false;

  /**
   * @param commit one transaction; returns a result per item, in their order. If it throws, none was stored
   * @param onIdle called once nothing waits and nothing is under way
   * @param weightOf as how many items a large one counts
   */
  constructor(
    readonly commit: (items: Item[]) => Promise<(Result | Promise<Result>)[]>,
    readonly onIdle = () => {},
    readonly weightOf: (item: Item) => number = () => 1,
  ) {}

  /** Resolves once the item is durable. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#committing) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#committing = true;
    await nextTurn();
    while (this.#waiting.length > 0) {
      await this.#commitBatch(this.#nextBatch());
      await letOthersWork();
    }
    this.#committing = false;
    this.onIdle();
  }

  /** As many as go together, at least one. */
  #nextBatch(): Waiting<Item, Result>[] {
    let weight = 0;
    const end = this.#waiting.findIndex(({ item }, index) => {
      weight += this.weightOf(item);
      return index > 0 && weight > MOST_ITEMS;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #commitBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) {
        if (index > 0 && index % ITEMS_PER_TURN === 0) await nextTurn();
        resolve(results[index] as Result);
      }
    } catch (error) {
      const [only, ...others] = batch;
      if (only && others.length === 0) only.reject(error);
      // Each would fail in the same way, after waiting as long.
      else if (error instanceof DatabaseUnavailable) for (const { reject } of batch) reject(error);
      // If one item can't be stored, the others still are.
      else for (const waiting of batch) await this.#commitBatch([waiting]);
    }
  }
}

async function letOthersWork(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn += 1) await nextTurn();
}
