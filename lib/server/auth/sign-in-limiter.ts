import { limits } from '@/lib/config/limits';
import { rateLimited } from '@/lib/server/errors';
import { clientNetwork, clientSite } from '@/lib/server/rate-limit/client-network';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { OutcomeLimiter } from '@/lib/server/rate-limit/outcome-limiter';
import type { MakeLimiter } from '@/lib/server/rate-limit/rate-limiter';

const { failures, failuresOfClient, failuresOfSite, failuresOfAddress, window } = limits.signIn;

/**
 * Counts failed sign-ins: for one e-mail address from one client, from one client for any address, from the clients of
 * one IPv6 /48, and for one address from all clients that it is new to, and apart from those from all that it has signed
 * in from before: strangers who guess from many networks do not keep its owner out. Successes do not count. A client is
 * an IPv4 address or an IPv6 /64.
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
    // Not one by one: behind one address can be an office, and a slow attempt must not hold up all of it.
    this.#client = new OutcomeLimiter(limiter('sign-in-client', failuresOfClient), { refuse });
    this.#site = new OutcomeLimiter(limiter('sign-in-site', failuresOfSite), { refuse });
    this.#strangers = new OutcomeLimiter(limiter('sign-in-address', failuresOfAddress), { refuse });
    this.#known = new OutcomeLimiter(limiter('sign-in-known', failuresOfAddress), { refuse });
  }

  /**
   * Runs one attempt. Attempts for the same address and client wait for each other, and of all others no more are
   * under way than failures are left, so that no burst gets more tries than the limits.
   * @param address the caller's network address
   * @param attempt returns null for a wrong password
   * @param isKnown whether a sign-in with the e-mail address has succeeded from there; asked only if the client's own
   *   limits leave an attempt. False by default
   * @throws AppError RATE_LIMITED once the failures are used up, whether or not a user has this e-mail address
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
