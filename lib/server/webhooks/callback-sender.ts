import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import { newId } from '@/lib/server/ids';
import { logger } from '@/lib/server/logging/logger';
import type { ServerContext } from '@/lib/server/runtime/context';
import { FairQueue } from '@/lib/server/runtime/fair-queue';
import { repeat } from '@/lib/server/runtime/repeat';
import { callbackBody, runBody } from '@/lib/server/webhooks/callback-body';
import {
  type ClaimedCallback,
  claimCallbacks,
  type Endpoint,
  isAnyDue,
  nextEndpoints,
  recordDelivery,
  returnCallbacks,
} from '@/lib/server/webhooks/callback-ledger';
import { AddressRefused, assertForm } from '@/lib/server/webhooks/connect-publicly';
import { nextStep } from '@/lib/server/webhooks/delivery-schedule';
import type { Outcome } from '@/lib/server/webhooks/post-message';
import { DELIVERY_MS, type SendOptions, sendRequest, signRequest } from '@/lib/server/webhooks/send-message';

/** How often (ms) due callbacks are looked for. */
const LOOK_EVERY_MS = 1_000;
/** How long (ms) a claimed callback is this process's alone: longer than a delivery, its reads and its record take. */
export const LEASE_MS = 2 * DELIVERY_MS;
/** Deliveries at once of a process, of one of its accounts, and to an endpoint. */
export const atOnce = { process: 32, account: 8, endpoint: 4 };
/** Endpoints that one query looks at, and such queries in a row that find nothing to do. */
const WALK = 200;
const WALKS = 50;

/** The options of a sender. */
export interface SenderOptions extends SendOptions {
  random: () => number;
}

interface Delivering {
  callback: ClaimedCallback;
  end: Promise<void>;
}

/**
 * Delivers the callbacks that are due. A delivery that is lost with its process is made again, so a receiver may get a
 * message twice, and never not at all.
 */
export class CallbackSender {
  readonly workerId: string;
  readonly #underWay = new Map<string, Delivering>();
  readonly #control = new AbortController();
  /** The last endpoint that had its turn. */
  #cursor: Endpoint | null = null;
  #looking: Promise<void> | undefined;
  /** Whether something may have come due since the look under way began. */
  #isNews = false;
  #stopLooking = async () => {};
  readonly #onDue = () => void this.look();

  constructor(
    readonly ctx: ServerContext,
    readonly options: SenderOptions,
  ) {
    this.workerId = newId(ctx, 'worker');
  }

  /** Whether it looks for callbacks, or delivers some. */
  get isBusy(): boolean {
    return this.#looking !== undefined || this.#underWay.size > 0;
  }

  /** Why callbacks to a URL would be refused, as far as that shows without its name's addresses; null if they wouldn't. */
  refusalOf(url: string): string | null {
    if (this.options.testReceiver?.isAt(url)) return null;
    try {
      assertForm(new URL(url), this.options);
      return null;
    } catch (error) {
      if (error instanceof AddressRefused) return error.message;
      throw error;
    }
  }

  /** Delivers what is due, and looks for more from now on. */
  start(): void {
    this.ctx.onCallbacksDue.add(this.#onDue);
    this.#stopLooking = repeat(LOOK_EVERY_MS, () => this.look());
    void this.look();
  }

  /** Ends the deliveries under way; they're made again by the next process. */
  async stop(): Promise<void> {
    this.ctx.onCallbacksDue.delete(this.#onDue);
    this.#control.abort(new Error('The server stops.'));
    await Promise.all([this.#stopLooking(), this.#looking]);
    await Promise.all([...this.#underWay.values()].map(({ end }) => end));
  }

  /** Resolves once what is due now was claimed, as far as there is room. It never throws. */
  look(): Promise<void> {
    this.#isNews = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAll(): Promise<void> {
    try {
      while (this.#isNews && !this.#control.signal.aborted) {
        this.#isNews = false;
        if (!(await isAnyDue(this.ctx.db.sql, this.ctx.now()))) continue;
        let isMore = true;
        let wraps = 0;
        for (let idle = 0; isMore && idle < WALKS && this.#room > 0; idle += 1) {
          const { claimed, isCut, isWrapped } = await this.#claim();
          wraps = claimed > 0 ? 0 : wraps + Number(isWrapped);
          // From the second time at the end on, all were seen.
          isMore = claimed > 0 || (isCut && wraps < 2);
          if (claimed > 0) idle = 0;
        }
      }
    } catch (error) {
      logger.error({ err: error }, "Callbacks couldn't be claimed; they are looked for again");
    }
  }

  get #room(): number {
    return this.#control.signal.aborted ? 0 : atOnce.process - this.#underWay.size;
  }

  /** Claims callbacks in turns, and begins their delivery. */
  async #claim(): Promise<{ claimed: number; isCut: boolean; isWrapped: boolean }> {
    const { ctx, workerId } = this;
    const { due, last, isCut, isWrapped } = await this.#dueEndpoints(ctx.now());
    const wanted = this.#inTurns(due);
    this.#cursor = isCut ? last : (wanted.at(-1) ?? this.#cursor);
    if (wanted.length === 0) return { claimed: 0, isCut, isWrapped };
    const claimed = await ctx.db.writeRows(
      (tx) => {
        const now = ctx.now();
        const leasedUntil = new Date(now.getTime() + LEASE_MS);
        return claimCallbacks(tx, wanted, { workerId, now, leasedUntil });
      },
      // Callbacks that others claim at the same time are passed over, so this doesn't have to wait for other transactions.
      { accountId: workerId, priority: 'background' },
    );
    for (const callback of claimed) {
      const end = this.#deliver(callback).finally(() => {
        this.#underWay.delete(callback.id);
        void this.look();
      });
      this.#underWay.set(callback.id, { callback, end });
    }
    return { claimed: claimed.length, isCut, isWrapped };
  }

  /** The next endpoints with something due, from the one on that had the last turn; after the end, from the beginning. */
  async #dueEndpoints(
    now: Date,
  ): Promise<{ due: Endpoint[]; last: Endpoint | null; isCut: boolean; isWrapped: boolean }> {
    const { sql } = this.ctx.db;
    const full = this.#fullAccounts();
    const onwards = await nextEndpoints(sql, { after: this.#cursor, full, most: WALK });
    const isWrapped = onwards.length < WALK && this.#cursor !== null;
    const again = isWrapped ? await nextEndpoints(sql, { after: null, full, most: WALK }) : [];
    const found = [...onwards, ...again];
    const seen = new Map(found.map((endpoint) => [keyOf(endpoint), endpoint]));
    const due = [...seen.values()].filter(({ nextAt }) => nextAt <= now);
    const isCut = (isWrapped ? again : onwards).length >= WALK;
    return { due, last: found.at(-1) ?? null, isCut, isWrapped };
  }

  #fullAccounts(): string[] {
    const counts = countBy([...this.#underWay.values()], ({ callback }) => callback.accountId);
    return [...counts].flatMap(([accountId, count]) => (count >= atOnce.account ? [accountId] : []));
  }

  /** How many of each endpoint, so that accounts have as many under way as each other, and then their endpoints. */
  #inTurns(due: readonly Endpoint[]): (Endpoint & { count: number })[] {
    const turns = new FairQueue<Endpoint>(atOnce.account);
    const busy = countBy([...this.#underWay.values()], ({ callback }) => keyOf(callback));
    for (const { callback } of this.#underWay.values()) turns.begin(callback.accountId);
    for (let place = 0; place < atOnce.endpoint; place += 1)
      for (const endpoint of due)
        if ((busy.get(keyOf(endpoint)) ?? 0) + place < atOnce.endpoint)
          turns.add(endpoint.accountId, endpoint);
    const wanted = new Map<string, Endpoint & { count: number }>();
    for (let room = this.#room; room > 0; room -= 1) {
      const next = turns.next();
      if (!next) break;
      const { accountId, endpoint } = next;
      const count = (wanted.get(keyOf(next))?.count ?? 0) + 1;
      wanted.set(keyOf(next), { accountId, endpoint, count });
    }
    return [...wanted.values()];
  }

  async #deliver(callback: ClaimedCallback): Promise<void> {
    const { ctx, workerId } = this;
    const { id, accountId } = callback;
    const startedAt = ctx.now();
    try {
      const outcome = await deliver(ctx, callback, this.options, this.#control.signal).catch(failedHere);
      // Its job was deleted, and it with it.
      if (!outcome) return;
      const now = ctx.now();
      if (this.#control.signal.aborted && outcome.code === 'CALLBACK_UNREACHABLE')
        return await ctx.db.writeRows((tx) => returnCallbacks(tx, [id], { workerId, nextAt: now }), {
          accountId,
        });
      const next = nextStep(outcome, callback.tries + 1, now, this.options.random());
      const delivered = { id, workerId, isManual: false, startedAt, outcome, next };
      await ctx.db.writeRows((tx) => recordDelivery(tx, now, delivered), {
        accountId,
        priority: 'background',
      });
    } catch (error) {
      // Its lease ends it.
      logger.error({ err: error, callbackId: id }, "A callback couldn't be delivered; it is tried again");
    }
  }
}

/**
 * Sends a callback once, as its job or bulk run is now.
 * @returns null if that was deleted, or a run is no longer kept
 */
export async function deliver(
  ctx: ServerContext,
  callback: Omit<ClaimedCallback, 'status' | 'endpoint' | 'tries'>,
  options: SendOptions,
  signal?: AbortSignal,
): Promise<Outcome | null> {
  const { id, accountId, url } = callback;
  const content = await (callback.runId === null ? callbackBody(ctx, callback) : runBody(ctx, callback));
  if (!content) return null;
  const request = await signRequest(ctx, accountId, { id, url, ...content });
  return sendRequest(ctx, request, options, signal);
}

/** A fault of ours counts as a try, so that it isn't repeated forever. @throws DatabaseUnavailable, which passes */
function failedHere(error: unknown): Outcome {
  if (error instanceof DatabaseUnavailable) throw error;
  logger.error({ err: error }, "The message of a callback couldn't be made");
  return {
    status: null,
    code: 'CALLBACK_UNREACHABLE',
    message: "The server couldn't make the message.",
    response: null,
    milliseconds: 0,
    retryAfter: null,
  };
}

const keyOf = ({ accountId, endpoint }: Endpoint): string => `${accountId} ${endpoint}`;

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
