import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limits } from '@/lib/config/limits';
import { rateLimited } from '@/lib/server/errors';

/** Counts failed sign-ins for one address from one client; successes do not count. */
export class SignInLimiter {
  readonly #failures = new RateLimiterMemory({
    points: limits.signIn.failures,
    duration: limits.signIn.window / 1000,
  });
  readonly #queues = new Map<string, Promise<unknown>>();

  /**
   * Runs one attempt. Attempts for the same address and client wait for each other, so that no burst
   * gets more tries than the limit.
   * @param attempt answers null for a wrong password
   * @throws AppError RATE_LIMITED once the failures are used up
   */
  async attempt<T>(email: string, client: string, attempt: () => Promise<T | null>): Promise<T | null> {
    const key = `${client} ${email}`;
    const turn = (this.#queues.get(key) ?? Promise.resolve()).then(() => this.#try(key, attempt));
    const settled = turn.catch(() => {});
    this.#queues.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  async #try<T>(key: string, attempt: () => Promise<T | null>): Promise<T | null> {
    const spent = await this.#failures.get(key);
    if (spent && spent.consumedPoints >= limits.signIn.failures) {
      throw rateLimited(Math.max(1, Math.ceil(spent.msBeforeNext / 1000)));
    }
    const result = await attempt();
    if (result === null) await this.#failures.penalty(key);
    return result;
  }
}
