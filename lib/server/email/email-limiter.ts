import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limits } from '@/lib/config/limits';
import { clientNetwork } from '@/lib/server/email/client-network';
import { EmailRefusal } from '@/lib/server/email/email-refusal';

const { requests, stored } = limits.emailSend;

/** Bounds what one client sends and, more narrowly, what of it is stored. */
export class EmailLimiter {
  readonly #requests = new RateLimiterMemory({ points: requests.count, duration: requests.window / 1000 });
  readonly #stored = new RateLimiterMemory({ points: stored.count, duration: stored.window / 1000 });

  /**
   * Counts one request, whatever becomes of it.
   * @param address the client's network address
   * @throws EmailRefusal with status 429
   */
  countRequest(address: string): Promise<void> {
    return consume(this.#requests, clientNetwork(address));
  }

  /**
   * Runs what stores an e-mail; it counts only where it stored one.
   * @param store answers false where nothing was stored
   * @throws EmailRefusal with status 429, before it runs
   */
  async countStored(address: string, store: () => Promise<boolean>): Promise<void> {
    const key = clientNetwork(address);
    // Taken before and given back: of a burst, no more may begin than are left.
    await consume(this.#stored, key);
    let counts = false;
    try {
      counts = await store();
    } finally {
      if (!counts) await this.#stored.reward(key);
    }
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
    throw new EmailRefusal(429, 'Too Many Requests', { 'retry-after': String(seconds) });
  }
}
