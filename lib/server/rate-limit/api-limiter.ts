import { limits } from '@/lib/config/limits';
import type { Viewer } from '@/lib/server/auth/viewer';
import { type AppError, rateLimited } from '@/lib/server/errors';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import type { MakeLimiter, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';
import { clientNetwork, clientSite } from './client-network';

const MINUTE = 60_000;

/** Calls of the API that a minute takes: of one client, of one account's keys, and of its sessions. */
export interface CallsPerMinute {
  perClient: number;
  perAccount: number;
}

/** As many clients that were refused are kept as the memory does not feel; the latest, for those call most. */
const REFUSED_KEPT = 1_000;

/** Counts the calls of the API: by client before anything is read, by account once it is known. */
export class ApiLimiter {
  /** When the clients that have been refused may call again, by the clock of `performance`. */
  readonly #refusedUntil = new Map<string, number>();
  readonly #underWay = new Map<string, number>();
  readonly #client: RateLimiter;
  readonly #account: RateLimiter;

  constructor({ perClient, perAccount }: CallsPerMinute, makeLimiter: MakeLimiter = memoryLimiter) {
    this.#client = makeLimiter({ name: 'api-client', count: perClient, window: MINUTE });
    this.#account = makeLimiter({ name: 'api-account', count: perAccount, window: MINUTE });
  }

  /**
   * Lets a call in, for those in front and at hardly any cost, unless its client has been refused and has to wait
   * still, or has too many calls under way.
   * @param address the caller's network address
   * @returns why not, or what to call once it has been answered
   */
  enter(address: string): AppError | (() => void) {
    const refused = this.#refusal(address);
    if (refused) return refused;
    const network = clientNetwork(address);
    const underWay = this.#underWay.get(network) ?? 0;
    if (underWay >= limits.callsUnderWay) return rateLimited(1, 'calls');
    this.#underWay.set(network, underWay + 1);
    return () => this.#leave(network);
  }

  #leave(network: string): void {
    const left = (this.#underWay.get(network) ?? 1) - 1;
    if (left > 0) this.#underWay.set(network, left);
    else this.#underWay.delete(network);
  }

  #refusal(address: string): AppError | null {
    const left = (this.#refusedUntil.get(clientNetwork(address)) ?? 0) - performance.now();
    return left > 0 ? rateLimited(Math.ceil(left / 1000), 'calls') : null;
  }

  /** @param address the caller's network address @throws AppError RATE_LIMITED */
  async countClient(address: string): Promise<void> {
    const refused = this.#refusal(address);
    if (refused) throw refused;
    const network = clientNetwork(address);
    const seconds = await this.#client.take(network, clientSite(address));
    if (seconds === 0) return;
    this.#remember(network, seconds);
    throw rateLimited(seconds, 'calls');
  }

  /**
   * Keys and sessions apart: a key that runs wild must not lock out those who would disable it.
   * @throws AppError RATE_LIMITED
   */
  async countAccount({ accountId, via }: Pick<Viewer, 'accountId' | 'via'>): Promise<void> {
    const seconds = await this.#account.take(`${via} ${accountId}`);
    if (seconds > 0) throw rateLimited(seconds, 'calls');
  }

  #remember(network: string, seconds: number): void {
    this.#refusedUntil.delete(network);
    this.#refusedUntil.set(network, performance.now() + seconds * 1000);
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size > REFUSED_KEPT && oldest !== undefined) this.#refusedUntil.delete(oldest);
  }
}
