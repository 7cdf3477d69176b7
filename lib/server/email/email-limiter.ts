import { limits } from '@/lib/config/limits';
import { EmailRefusal, waitInWords } from '@/lib/server/errors';
import { clientNetwork, clientSite } from '@/lib/server/rate-limit/client-address';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { OutcomeLimiter } from '@/lib/server/rate-limit/outcome-limiter';
import type { MakeLimiter, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';

const { requests, stored, storedOfSender } = limits.emailSend;

/** Limits the requests of one client and, more strictly, the emails stored per client and per sender. */
export class EmailLimiter {
  readonly #requests: RateLimiter;
  readonly #stored: OutcomeLimiter;
  readonly #storedOfSender: OutcomeLimiter;

  constructor(makeLimiter: MakeLimiter = memoryLimiter) {
    this.#requests = makeLimiter({ name: 'email', ...requests });
    this.#stored = new OutcomeLimiter(makeLimiter({ name: 'email-stored', ...stored }), { refuse });
    this.#storedOfSender = new OutcomeLimiter(makeLimiter({ name: 'email-sender', ...storedOfSender }), {
      refuse,
    });
  }

  /**
   * Counts one request, whatever its outcome.
   * @param address the client's network address
   * @throws EmailRefusal with status 429
   */
  async countRequest(address: string): Promise<void> {
    const seconds = await this.#requests.take(clientNetwork(address), clientSite(address));
    if (seconds > 0) throw refuse(seconds);
  }

  /**
   * Runs `store`; it counts only if it stored an email.
   * @param address the client's network address
   * @param sender the email address that the form was sent with
   * @param store returns false if nothing was stored
   * @throws EmailRefusal with status 429, before it runs
   */
  async countStored(address: string, sender: string, store: () => Promise<boolean>): Promise<void> {
    const isStored = (outcome: boolean) => outcome;
    const client = clientSite(address);
    const ofSender = () => this.#storedOfSender.run({ key: sender.toLowerCase(), client }, store, isStored);
    await this.#stored.run({ key: clientNetwork(address), client }, ofSender, isStored);
  }
}

/** The text names the wait too: EmailJS's client passes the page no headers. */
const refuse = (seconds: number) =>
  new EmailRefusal(429, `Too Many Requests. Try again in ${waitInWords(seconds)}.`, {
    'retry-after': String(seconds),
  });
