import { limits } from '@/lib/config/limits';
import { formatBytes, formatCount } from '@/lib/format/number';
import { sameHash } from '@/lib/server/auth/tokens';
import { newId } from '@/lib/server/ids';
import { storableText } from '@/lib/server/jobs/ledger/job-rows';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import type { MakeLimiter, RateLimiter } from '@/lib/server/rate-limit/rate-limiter';
import type { ServerContext } from '@/lib/server/runtime/context';
import { type Outcome, outcomeOf } from '@/lib/server/webhooks/post-message';
import { signatureProblem } from '@/lib/server/webhooks/sign-message';
import { readSecrets } from '@/lib/server/webhooks/webhook-secrets';
import { Prisma } from '@/prisma/generated/prisma/client';

const { bodyBytes, ofAccount } = limits.testReceiver;
export const tooLong = `A message has at most ${formatBytes(bodyBytes)}.`;
const tooMany = `The test receiver takes ${formatCount(ofAccount.count)} messages per minute.`;

const PATH = '/api/webhooks/test/';
/** An id: the account and its signature. The server in front lets no dot in an id pass. */
const parts = /^(\w+?)-([\w-]+)$/;
/** Of HMAC-SHA256 in base64url: 132 bits. */
const SIGNATURE_LENGTH = 22;

/** The headers of a message that are kept. Others may be credentials of proxies on its way. */
export const keptHeaders = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'traceparent',
];
const LONGEST_HEADER = 1_000;

/** The response of the receiver. */
export interface TestResponse {
  status: 204 | 401 | 404 | 413 | 429;
  text: string;
  retryAfter: number | null;
}

/** The receivers of test messages, one for each account, which keep what arrives and say whether its signature holds. */
export class TestReceiver {
  readonly #messages: RateLimiter;
  readonly #requests: RateLimiter;
  readonly #prefix: string;

  /** @param origin of this server, as its receivers' addresses name it */
  constructor(
    readonly ctx: ServerContext,
    origin: string,
    makeLimiter: MakeLimiter = memoryLimiter,
  ) {
    this.#prefix = origin + PATH;
    const { requests } = limits.testReceiver;
    this.#requests = makeLimiter({ name: 'test-receiver', ...requests });
    this.#messages = makeLimiter({ name: 'test-receiver-account', ...ofAccount });
  }

  /** Counts a request of a client, whatever its outcome. @returns 0, or the seconds to wait */
  takeRequest(network: string, site: string): Promise<number> {
    return this.#requests.take(network, site);
  }

  /** The address of an account's receiver, which nobody can guess. */
  async addressOf(accountId: string): Promise<string> {
    return `${this.#prefix}${accountId}-${await this.#signatureOf(accountId)}`;
  }

  /**
   * Takes a message of this server's own without the network: an exact address of a receiver only, and no other path.
   * @returns null for any other address
   */
  take(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> | null {
    const id = this.#idIn(url);
    return id === null ? null : this.#taken(id, headers, body);
  }

  /** Whether `take` takes messages to an address. */
  isAt(url: string): boolean {
    return this.#idIn(url) !== null;
  }

  #idIn(url: string): string | null {
    const id = url.startsWith(this.#prefix) ? url.slice(this.#prefix.length) : '';
    return parts.test(id) ? id : null;
  }

  async #taken(id: string, headers: Readonly<Record<string, string>>, body: string): Promise<Outcome> {
    const begun = this.ctx.elapsed();
    const { status, text, retryAfter } = await this.receive(id, headers, body);
    const answer = { status, text, retryAfter: retryAfter === null ? null : String(retryAfter) };
    return { ...outcomeOf(answer), milliseconds: Math.round(this.ctx.elapsed() - begun) };
  }

  /**
   * Keeps a message.
   * @param id the last part of an address
   * @param headers by their lower-case names
   */
  async receive(
    id: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ): Promise<TestResponse> {
    const [, accountId = '', signature = ''] = parts.exec(id) ?? [];
    if (!(await this.#isSigned(accountId, signature)))
      return { status: 404, text: 'There is no such test receiver.', retryAfter: null };
    if (Buffer.byteLength(body) > bodyBytes) return { status: 413, text: tooLong, retryAfter: null };
    const seconds = await this.#messages.take(accountId);
    if (seconds > 0) return { status: 429, text: tooMany, retryAfter: seconds };
    const secrets = (await readSecrets(this.ctx, accountId)).map(({ secret }) => secret);
    const problem = signatureProblem(headers, body, secrets, this.ctx.now().getTime());
    await this.#store(accountId, headers, body, problem);
    return problem === null
      ? { status: 204, text: '', retryAfter: null }
      : { status: 401, text: problem, retryAfter: null };
  }

  async #store(
    accountId: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
    problem: string | null,
  ): Promise<void> {
    const { ctx } = this;
    const kept = keptHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, storableText(value.slice(0, LONGEST_HEADER))] as const];
    });
    const [id, receivedAt] = [newId(ctx, 'testMessage'), ctx.now()];
    await ctx.db.writeRows(
      async (tx) => {
        await tx.$executeRaw`
          INSERT INTO "TestMessage" ("id", "accountId", "receivedAt", "headers", "body", "problem") VALUES (
            ${id}, ${accountId}, ${receivedAt}, ${JSON.stringify(Object.fromEntries(kept))}, ${storableText(body)},
            ${problem})`;
        await tx.$executeRaw(Prisma.sql`
          DELETE FROM "TestMessage" WHERE "accountId" = ${accountId} AND "id" NOT IN (
            SELECT "id" FROM "TestMessage" WHERE "accountId" = ${accountId}
            ORDER BY "receivedAt" DESC, "id" DESC LIMIT ${limits.testReceiver.kept})`);
      },
      { accountId, priority: 'background' },
    );
  }

  async #isSigned(accountId: string, signature: string): Promise<boolean> {
    return sameHash(await this.#signatureOf(accountId), signature);
  }

  async #signatureOf(accountId: string): Promise<string> {
    return (await this.ctx.keys.sign('test receivers', accountId)).slice(0, SIGNATURE_LENGTH);
  }
}
