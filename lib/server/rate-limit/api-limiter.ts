import { limits } from '@/lib/config/limits';
import { type AppError, rateLimited } from '@/lib/server/errors';
import { clientNetwork, clientSite } from './client-address';
import { memoryLimiter } from './memory-limiter';
import type { MakeLimiter, RateLimiter } from './rate-limiter';

const MINUTE = 60_000;

/** API calls per minute: of one client, of one account's keys, and of one account's sessions. */
export interface CallsPerMinute {
  perClient: number;
  perAccount: number;
}

/** How many refused clients are remembered: the latest, who call most. So many take little memory. */
const REFUSED_KEPT = 1_000;

/** After how long (s) a caller with too many open streams should try again: one of them may have ended. */
const STREAM_WAIT = 10;

/** Limits API calls: by client before anything is read, and by account once it is known. */
export class ApiLimiter {
  /** When the clients that have been refused may call again, by the clock of `performance`. */
  readonly #refusedUntil = new Map<string, number>();
  readonly #underWay = new Map<string, number>();
  /** Open streams of users, of their accounts, and of clients that haven't signed in. */
  readonly #streams = new Map<string, number>();
  readonly #client: RateLimiter;
  readonly #account: RateLimiter;

  constructor({ perClient, perAccount }: CallsPerMinute, makeLimiter: MakeLimiter = memoryLimiter) {
    this.#client = makeLimiter({ name: 'api-client', count: perClient, window: MINUTE });
    this.#account = makeLimiter({ name: 'api-account', count: perAccount, window: MINUTE });
  }

  /**
   * Admits a call, at hardly any cost, unless its client has too many calls under way or must still wait after a
   * refusal. The server in front calls this.
   * @param address the caller's network address
   * @returns the refusal, or a function to call once the call has its response or has become a stream. Calling it again
   *   does nothing
   */
  enter(address: string): AppError | (() => void) {
    const refused = this.#refusal(address);
    if (refused) return refused;
    const network = clientNetwork(address);
    return enter(this.#underWay, network, limits.callsUnderWay) ?? rateLimited(1, 'calls');
  }

  /**
   * Counts an event stream from its beginning, separately from the calls under way. If its caller has signed in, it
   * counts by user and account, so that people behind one proxy don't share a limit; otherwise, by client.
   * @param address the caller's network address
   * @param viewer null if the caller hasn't signed in
   * @returns a function to call once it has ended. Calling it again does nothing
   * @throws AppError RATE_LIMITED if the user, account, or client has too many streams open
   */
  enterStream(address: string, viewer: { user: { id: string }; accountId: string } | null): () => void {
    if (!viewer) return this.#enterStreams(`client ${clientNetwork(address)}`, limits.openStreams);
    const leaveUser = this.#enterStreams(`user ${viewer.user.id}`, limits.openStreams);
    try {
      const leaveAccount = this.#enterStreams(`account ${viewer.accountId}`, limits.openStreamsOfAccount);
      return () => {
        leaveUser();
        leaveAccount();
      };
    } catch (error) {
      leaveUser();
      throw error;
    }
  }

  #enterStreams(counted: string, max: number): () => void {
    const leave = enter(this.#streams, counted, max);
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
   * Counts keys and sessions separately: a runaway key mustn't lock out the admins who would disable it.
   * @throws AppError RATE_LIMITED
   */
  async countAccount({ accountId, via }: { accountId: string; via: string }): Promise<void> {
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

/** Counts one more under the key. @returns a function that counts it as ended, once; null if there are `max` */
function enter(counts: Map<string, number>, key: string, max: number): (() => void) | null {
  const count = counts.get(key) ?? 0;
  if (count >= max) return null;
  counts.set(key, count + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  };
}
