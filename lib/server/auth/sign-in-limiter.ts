import { limits } from '@/lib/config/limits';
import { rateLimited } from '@/lib/server/errors';
import { clientNetwork, clientSite } from '@/lib/server/rate-limit/client-address';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { OutcomeLimiter } from '@/lib/server/rate-limit/outcome-limiter';
import type { MakeLimiter } from '@/lib/server/rate-limit/rate-limiter';

const { failures, failuresOfClient, failuresOfSite, failuresOfAddress, window } = limits.signIn;

/**
 * Limits failed sign-ins: for one email address from one client, from one client for any address, and from all clients
 * of one IPv6 /48. For one email address it also limits all unknown networks together and, separately, all known ones.
 * So an attacker guessing from many networks doesn't lock out the owner. Successes don't count. A client is an
 * IPv4 address or an IPv6 /64.
 */
export class SignInLimiter {
  readonly #pair: OutcomeLimiter;
  readonly #client: OutcomeLimiter;
  readonly #site: OutcomeLimiter;
  readonly #strangers: OutcomeLimiter;
  readonly #known: OutcomeLimiter;

  constructor(makeLimiter: MakeLimiter = memoryLimiter) {
    const refuse = (seconds: number) => rateLimited(seconds);
    const limiter = (name: string, count: number) => makeLimiter({ name, count, window });
    this.#pair = new OutcomeLimiter(limiter('sign-in', failures), { refuse, atOnce: 1 });
    // In parallel: a whole office may share the address, and one slow attempt mustn't delay the others.
    this.#client = new OutcomeLimiter(limiter('sign-in-client', failuresOfClient), { refuse });
    this.#site = new OutcomeLimiter(limiter('sign-in-site', failuresOfSite), { refuse });
    this.#strangers = new OutcomeLimiter(limiter('sign-in-address', failuresOfAddress), { refuse });
    this.#known = new OutcomeLimiter(limiter('sign-in-known', failuresOfAddress), { refuse });
  }

  /**
   * Runs one attempt. Attempts for the same email address and client run one after another. Of the others, at most as
   * many run at once as failures are left, so that a burst can't exceed the limits.
   * @param address the caller's network address
   * @param attempt returns null for a wrong password
   * @param isKnown whether a sign-in with the email address has succeeded from this network, false by default; called
   *   only if the client's own limits leave an attempt
   * @throws AppError RATE_LIMITED once the failures are used up, whether or not a user has this email address
   */
  attempt<T>(
    email: string,
    address: string,
    attempt: () => Promise<T | null>,
    isKnown: () => Promise<boolean> = async () => false,
  ): Promise<T | null> {
    const network = clientNetwork(address);
    const client = clientSite(address);
    const failed = (outcome: T | null) => outcome === null;
    const ofAddress = async () => {
      const limiter = (await isKnown()) ? this.#known : this.#strangers;
      return limiter.run({ key: email, client }, attempt, failed);
    };
    const ofClient = () => this.#client.run({ key: network, client }, ofAddress, failed);
    const ofSite = () => this.#site.run({ key: client }, ofClient, failed);
    return this.#pair.run({ key: `${network} ${email}`, client }, ofSite, failed);
  }
}
