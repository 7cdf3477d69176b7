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

/** When (s) a client with too many open streams should try again: one of them may have ended. */
const STREAM_WAIT = 10;

/** Counts the calls of the API: by client before anything is read, by account once it is known. */
export class ApiLimiter {
  /** When the clients that have been refused may call again, by the clock of `performance`. */
  readonly #refusedUntil = new Map<string, number>();
  readonly #underWay = new Map<string, number>();
  readonly #streams = new Map<string, number>();
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
   * @returns why not, or what to call once it has been answered or has become a stream; further calls of it do nothing
   */
  enter(address: string): AppError | (() => void) {
    const refused = this.#refusal(address);
    if (refused) return refused;
    const network = clientNetwork(address);
    return enter(this.#underWay, network, limits.callsUnderWay) ?? rateLimited(1, 'calls');
  }

  /**
   * Counts a stream of events from its beginning, apart from the calls under way.
   * @param address the caller's network address
   * @returns what to call once it has ended; further calls of it do nothing
   * @throws AppError RATE_LIMITED if the client has too many streams open
   */
  enterStream(address: string): () => void {
    const leave = enter(this.#streams, clientNetwork(address), limits.openStreams);
    if (!leave) throw rateLimited(STREAM_WAIT, 'open streams');
    return leave;
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

/** Counts one more of that network. @returns what counts it as over, once; null if there are `max` */
function enter(counts: Map<string, number>, network: string, max: number): (() => void) | null {
  const count = counts.get(network) ?? 0;
  if (count >= max) return null;
  counts.set(network, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (counts.get(network) ?? 1) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  };
}
