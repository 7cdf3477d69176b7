import type { ModelConfig } from '@/lib/config/models/model-config';
import type { CallResult } from '@/lib/engine/calls/call-model';
import { type FailureKind, storedKind } from '@/lib/engine/calls/failures';
import type { Message } from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { pricesAt } from '@/lib/engine/models/catalog';
import {
  addCosts,
  costNanos,
  noTokens,
  type TokenUsage,
  tokensIn,
  tokensOut,
} from '@/lib/engine/models/cost';
import type { CallSize } from '@/lib/engine/routing/rank-models';

/** A call of a model that is about to begin. */
export interface CallStart {
  /** Within its log, from 1. */
  number: number;
  model: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** The expected usage and cost, which stay recorded if the call gets lost. */
  usage: TokenUsage;
  costNanos: number | null;
}

interface CallEndFields {
  number: number;
  model: string;
  /** Why it failed, or why the model was skipped. */
  code: string | null;
  /** Of a failed call: decides what follows, which its code alone doesn't. */
  failureKind: FailureKind | null;
  message: string | null;
  /** HTTP status of the provider. */
  status: number | null;
  usage: TokenUsage;
  estimated: boolean;
  costNanos: number | null;
  /** From its start to the headers of the response, and to the first text. */
  connectMs: number | null;
  firstTokenMs: number | null;
  milliseconds: number;
  /** Of a failed call: when its model may be called again for the same request; null if it may not. */
  retryAt: number | null;
  /** Whether the model had failed for the same request before. */
  isRetry: boolean;
}

/** How a call ended. A skipped model has no start of its own. */
export type CallEnd = CallEndFields &
  ({ outcome: 'ANSWERED' | 'FAILED' | 'CANCELED' } | { outcome: 'PASSED_OVER'; startedAt: number });

/** A call that was logged before a restart, as far as later calls depend on it. */
export interface EarlierCall
  extends Pick<CallEndFields, 'number' | 'model' | 'code' | 'message' | 'retryAt'> {
  outcome: CallEnd['outcome'] | 'RUNNING' | 'LOST';
  /** Null if it was stored before kinds were. Another version may have kinds that this one doesn't know. */
  failureKind: string | null;
}

/** The sums of all attempts in a log. */
export interface Tally {
  /** Calls of models. */
  attempts: number;
  /** The number of the last attempt, skipped models included. */
  lastNumber: number;
  tokensIn: number;
  tokensOut: number;
  costNanos: number | null;
}

/** Where a log is stored. */
export interface AttemptStore {
  /** Stores the row of a call, and what it sends; resolves once both are durable. */
  storeStart(start: CallStart, messages: readonly Message[]): Promise<void>;
  /** Keeps an end until the next write. */
  keepEnd(end: CallEnd): void;
  /** Writes the ends that are kept. */
  flush(): Promise<void>;
}

/** A failure of a model for the current request. */
export interface LoggedFailure {
  kind: FailureKind;
  message: string;
  /** When the model may be called again; null if it may not. */
  retryAt: number | null;
}

/** An attempt under way. */
export interface Attempt {
  number: number;
  finish(result: CallResult, end: FinishedAttempt): void;
}

type FinishedAttempt = Pick<CallEnd, 'code' | 'failureKind' | 'message' | 'retryAt'> & {
  outcome: 'ANSWERED' | 'FAILED' | 'CANCELED';
};

type LoggedCall = Omit<EarlierCall, 'number'>;

interface Options {
  /** The sums before a restart. */
  earlier: Tally;
  /** The calls before a restart, in order. */
  past: readonly EarlierCall[];
  /** The number of the last of them whose output was kept; 0 if none was. */
  kept: number;
  clock: Pick<Clock, 'now'>;
  store: AttemptStore;
}

/**
 * The attempts of consecutive requests. A call's row is stored before its request is sent; its end and cost follow as
 * soon as they are known. Retries are decided from the log, so a later run makes the same decisions.
 */
export class AttemptLog {
  readonly tally: Tally;
  /** Models whose calls have failed, in order. */
  readonly failedModels = new Set<string>();
  readonly #options: Options;
  /** Number of calls that a provider accepted or refused, by model. */
  readonly #calls = new Map<string, number>();
  /** The attempts for the current request. */
  #current: LoggedCall[] = [];

  constructor(options: Options) {
    this.#options = options;
    const { past, kept } = options;
    const { attempts, lastNumber, tokensIn, tokensOut, costNanos } = options.earlier;
    this.tally = { attempts, lastNumber, tokensIn, tokensOut, costNanos };
    for (const call of past) this.#count(call);
    const since = past.filter(({ number }) => number > kept);
    // The outputs from there on were lost in the restart, so their first request is made again.
    const lost = since.findIndex(({ outcome }) => outcome === 'ANSWERED');
    this.#current = lost < 0 ? since : since.slice(0, lost);
  }

  /** Calls of the model in this log, also before a restart. Lost and canceled calls don't count. */
  callsOf(model: string): number {
    return this.#calls.get(model) ?? 0;
  }

  /** The model's failures for the current request, in order. */
  failuresOf(model: string): LoggedFailure[] {
    return this.#current.flatMap((call) => {
      const hasFailed = call.model === model && call.outcome === 'FAILED';
      const kind = hasFailed ? storedKind(call.failureKind, call.code) : null;
      return kind ? [{ kind, message: call.message ?? '', retryAt: call.retryAt }] : [];
    });
  }

  /** Begins an attempt, once its row is durable. @param messages that it sends */
  async begin(
    model: ModelConfig,
    { promptTokens, usualTokens }: CallSize,
    messages: readonly Message[],
  ): Promise<Attempt> {
    const { clock, store } = this.#options;
    this.tally.lastNumber += 1;
    this.tally.attempts += 1;
    const number = this.tally.lastNumber;
    const startedAt = clock.now();
    const prices = pricesAt(model, startedAt);
    const isRetry = this.failuresOf(model.id).length > 0;
    const expected = { ...noTokens, input: promptTokens, output: usualTokens };
    const usage = { usage: expected, costNanos: costNanos(expected, prices) };
    await store.storeStart({ number, model: model.id, startedAt, ...usage }, messages);
    const finish: Attempt['finish'] = (
      { usage, estimated, connectMs, firstTokenMs, milliseconds, ...result },
      finished,
    ) => {
      const cost = costNanos(usage, prices);
      this.tally.tokensIn += tokensIn(usage);
      this.tally.tokensOut += tokensOut(usage);
      this.tally.costNanos = addCosts(this.tally.costNanos, cost);
      const status = result.outcome === 'FAILED' ? result.status : null;
      const measured = { usage, estimated, costNanos: cost, connectMs, firstTokenMs, milliseconds };
      store.keepEnd({ number, model: model.id, status, isRetry, ...measured, ...finished });
      this.#add({ model: model.id, ...finished });
    };
    return { number, finish };
  }

  /** Records a model that isn't called, with the reason, once per request. */
  skipModel(model: string, { code, message }: { code: string; message: string }): void {
    const { clock, store } = this.#options;
    const reason = { code, failureKind: null, message, retryAt: null };
    const skipped = { outcome: 'PASSED_OVER', model, ...reason } as const;
    const isSame = (call: LoggedCall) =>
      call.outcome === skipped.outcome && call.model === model && call.code === code;
    if (this.#current.some(isSame)) return;
    this.#add(skipped);
    this.tally.lastNumber += 1;
    store.keepEnd({
      ...skipped,
      number: this.tally.lastNumber,
      startedAt: clock.now(),
      status: null,
      usage: noTokens,
      estimated: false,
      costNanos: 0,
      connectMs: null,
      firstTokenMs: null,
      milliseconds: 0,
      isRetry: false,
    });
  }

  /** Writes what has been logged so far. */
  flush(): Promise<void> {
    return this.#options.store.flush();
  }

  #add(call: LoggedCall): void {
    this.#count(call);
    this.#current = call.outcome === 'ANSWERED' ? [] : [...this.#current, call];
  }

  #count({ model, outcome }: LoggedCall): void {
    if (outcome === 'FAILED') this.failedModels.add(model);
    if (outcome === 'FAILED' || outcome === 'ANSWERED') this.#calls.set(model, this.callsOf(model) + 1);
  }
}
