import type { RateLimiter } from '@/lib/server/rate-limit/rate-limiter';

/** The attempts under way and waiting for one key. */
interface Lane {
  underWay: number;
  /** How many have ended. */
  departed: number;
  waiting: (() => void)[];
}

interface Limited {
  key: string;
  client?: string;
}

interface OutcomeLimiterOptions {
  /** How many attempts of one key may be under way at once; by default as many as the limit leaves. */
  atOnce?: number;
  /** The error for attempts over the limit. @param seconds to wait */
  refuse: (seconds: number) => Error;
}

/**
 * Limits how often something ends with an outcome that counts. An attempt counts until it ends otherwise, so a burst
 * starts at most as many as are left. The others wait for those outcomes before they are refused.
 */
export class OutcomeLimiter {
  readonly #lanes = new Map<string, Lane>();

  constructor(
    readonly limiter: RateLimiter,
    readonly options: OutcomeLimiterOptions,
  ) {}

  /**
   * @param of the key of the limit (RateLimiter)
   * @param counts whether this outcome counts; an attempt that throws never does
   * @throws the error from `refuse`, without running the attempt
   */
  async run<T>(of: Limited, attempt: () => Promise<T>, counts: (outcome: T) => boolean): Promise<T> {
    const { key, client } = of;
    const lane = this.#lanes.get(key) ?? { underWay: 0, departed: 0, waiting: [] };
    this.#lanes.set(key, lane);
    await this.#enter(of, lane);
    let isCounted = false;
    try {
      const outcome = await attempt();
      isCounted = counts(outcome);
      return outcome;
    } finally {
      if (!isCounted) await this.limiter.refund(key, client);
      this.#leave(key, lane);
    }
  }

  async #enter({ key, client }: Limited, lane: Lane): Promise<void> {
    const { atOnce = Number.POSITIVE_INFINITY, refuse } = this.options;
    for (;;) {
      if (lane.underWay < atOnce) {
        lane.underWay += 1;
        const { departed } = lane;
        const seconds = await this.limiter.take(key, client);
        if (seconds === 0) return;
        // A refusal mustn't count: attempts under way may still end without counting.
        await this.limiter.refund(key, client);
        const isAlone = lane.underWay === 1;
        if (isAlone && lane.departed === departed) {
          this.#leave(key, lane);
          throw refuse(seconds);
        }
        this.#depart(lane);
        // The attempt that it met has ended since, so none is left to wake this one.
        if (isAlone) continue;
      }
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    }
  }

  #depart(lane: Lane): void {
    lane.underWay -= 1;
    lane.departed += 1;
  }

  #leave(key: string, lane: Lane): void {
    this.#depart(lane);
    const next = lane.waiting.shift();
    if (next) next();
    else if (lane.underWay === 0 && this.#lanes.get(key) === lane) this.#lanes.delete(key);
  }
}
