import type { RateLimiter } from '@/lib/server/rate-limit/rate-limiter';

/** What is under way for one key, and who waits for it. */
interface Lane {
  underWay: number;
  waiting: (() => void)[];
}

interface OutcomeLimiterOptions {
  /** How many of one key may be under way at the same time; all the limit leaves unless told. */
  atOnce?: number;
  /** The error for those over the limit. @param seconds to wait */
  refuse: (seconds: number) => Error;
}

/**
 * Bounds how often something ends in a way that counts. One that begins is counted until it has ended otherwise, so of
 * a burst no more begin than are left; the others wait for how those end before they are refused.
 */
export class OutcomeLimiter {
  readonly #lanes = new Map<string, Lane>();

  constructor(
    readonly limiter: RateLimiter,
    readonly options: OutcomeLimiterOptions,
  ) {}

  /**
   * @param counts whether this outcome counts; one that throws never does
   * @throws what `refuse` makes, without having run
   */
  async run<T>(key: string, attempt: () => Promise<T>, counts: (outcome: T) => boolean): Promise<T> {
    const lane = this.#lanes.get(key) ?? { underWay: 0, waiting: [] };
    this.#lanes.set(key, lane);
    await this.#enter(key, lane);
    let isCounted = false;
    try {
      const outcome = await attempt();
      isCounted = counts(outcome);
      return outcome;
    } finally {
      if (!isCounted) await this.limiter.giveBack(key);
      this.#leave(key, lane);
    }
  }

  async #enter(key: string, lane: Lane): Promise<void> {
    const { atOnce = Number.POSITIVE_INFINITY, refuse } = this.options;
    for (;;) {
      if (lane.underWay < atOnce) {
        lane.underWay += 1;
        const seconds = await this.limiter.take(key);
        if (seconds === 0) return;
        // A refused one leaves no trace: those under way may yet turn out not to count.
        await this.limiter.giveBack(key);
        if (lane.underWay === 1) {
          this.#leave(key, lane);
          throw refuse(seconds);
        }
        lane.underWay -= 1;
      }
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    }
  }

  #leave(key: string, lane: Lane): void {
    lane.underWay -= 1;
    const next = lane.waiting.shift();
    if (next) next();
    else if (lane.underWay === 0 && this.#lanes.get(key) === lane) this.#lanes.delete(key);
  }
}
