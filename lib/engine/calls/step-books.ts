import type { ModelConfig } from '@/lib/config/models/model-config';
import type { CallResult } from '@/lib/engine/calls/call-model';
import { addCosts, costNanos, noTokens, tokensIn, tokensOut } from '@/lib/engine/calls/cost';
import { type FailureKind, kindWithCode } from '@/lib/engine/calls/failures';
import type { Clock } from '@/lib/engine/clock';
import { pricesAt } from '@/lib/engine/models/catalog';
import type { CallSize } from '@/lib/engine/routing/rank-models';
import type { AttemptEnd, AttemptStart, EarlierAttempt, Tally } from '@/lib/engine/run/run-store';

/** Puts an attempt's end on the books. */
type Finish = (
  result: CallResult,
  end: Pick<AttemptEnd, 'code' | 'message' | 'retryAt'> & { outcome: 'ANSWERED' | 'FAILED' | 'CANCELED' },
) => void;

/** A failure of a model for the question that is asked now. */
export interface NotedFailure {
  kind: FailureKind;
  message: string;
  /** When it may be called again; null if it isn't. */
  retryAt: number | null;
}

type EndedAttempt = Omit<EarlierAttempt, 'position' | 'number' | 'startedAt' | 'endedAt'>;

interface Options {
  position: number;
  /** What earlier runs of the step have used, after a restart. */
  earlier: Tally;
  /** Its attempts in earlier runs, in order. */
  past: readonly EarlierAttempt[];
  /** The number of the last of them whose answer was kept; 0 if none was. */
  kept: number;
  clock: Pick<Clock, 'now'>;
  /** Stores the row of an attempt; resolves once that is durable. */
  store(start: AttemptStart): Promise<void>;
  /** Keeps an end to be stored with what is stored next. */
  keep(end: AttemptEnd): void;
  /** Stores what is kept. */
  record(): Promise<void>;
}

/**
 * The books of one step: each call has its row before the request leaves, and its end and cost as soon as they are
 * known. What a question's calls have led to is known from them, so that a later run goes on as this one would.
 */
export class StepBooks {
  readonly tally: Tally;
  /** Models whose calls have failed, in order. */
  readonly failedModels = new Set<string>();
  /** Calls that a provider has answered or refused, by model. */
  readonly #calls = new Map<string, number>();
  /** The attempts for the question that is asked now. */
  #asked: EndedAttempt[] = [];

  constructor(readonly options: Options) {
    const { past, kept } = options;
    const { attempts, lastNumber, tokensIn, tokensOut, costNanos } = options.earlier;
    this.tally = { attempts, lastNumber, tokensIn, tokensOut, costNanos };
    for (const attempt of past) this.#count(attempt);
    const since = past.filter(({ number }) => number > kept);
    // The answers that follow were lost with their run, so the question before them is asked again.
    const lost = since.findIndex(({ outcome }) => outcome === 'ANSWERED');
    this.#asked = lost < 0 ? since : since.slice(0, lost);
  }

  /** Calls of the model by this step, also those of earlier runs. Lost ones and canceled ones don't count. */
  callsOf(model: string): number {
    return this.#calls.get(model) ?? 0;
  }

  /** How the model has failed for the question that is asked now, in order. */
  failuresOf(model: string): NotedFailure[] {
    return this.#asked.flatMap((attempt) => {
      const kind =
        attempt.model === model && attempt.outcome === 'FAILED' ? kindWithCode(attempt.code) : null;
      return kind ? [{ kind, message: attempt.message ?? '', retryAt: attempt.retryAt }] : [];
    });
  }

  #count({ model, outcome }: EndedAttempt): void {
    if (outcome === 'FAILED') this.failedModels.add(model);
    if (outcome === 'FAILED' || outcome === 'ANSWERED') this.#calls.set(model, this.callsOf(model) + 1);
  }

  #note(attempt: EndedAttempt): void {
    this.#count(attempt);
    this.#asked = attempt.outcome === 'ANSWERED' ? [] : [...this.#asked, attempt];
  }

  /** Begins an attempt. @returns what ends it */
  async begin(model: ModelConfig, { promptTokens, usualTokens }: CallSize): Promise<Finish> {
    const { position, clock, store, keep } = this.options;
    this.tally.lastNumber += 1;
    this.tally.attempts += 1;
    const number = this.tally.lastNumber;
    const startedAt = clock.now();
    const prices = pricesAt(model, startedAt);
    const isRetry = this.failuresOf(model.id).length > 0;
    const expected = { ...noTokens, input: promptTokens, output: usualTokens };
    await store({
      ...{ position, number, model: model.id, startedAt },
      ...{ usage: expected, costNanos: costNanos(expected, prices) },
    });
    return ({ usage, estimated, firstTokenMs, milliseconds, ...result }, end) => {
      const cost = costNanos(usage, prices);
      this.tally.tokensIn += tokensIn(usage);
      this.tally.tokensOut += tokensOut(usage);
      this.tally.costNanos = addCosts(this.tally.costNanos, cost);
      const status = result.outcome === 'FAILED' ? result.status : null;
      const measured = { usage, estimated, costNanos: cost, firstTokenMs, milliseconds };
      keep({ position, number, model: model.id, status, isRetry, ...measured, ...end });
      this.#note({ model: model.id, ...end });
    };
  }

  /** Records a model that isn't called, with the reason, once a question. */
  passOver(model: string, { code, message }: { code: string; message: string }): void {
    const { position, clock, keep } = this.options;
    const end = { outcome: 'PASSED_OVER', model, code, message, retryAt: null } as const;
    if (this.#asked.some((one) => one.outcome === end.outcome && one.model === model && one.code === code))
      return;
    this.#note(end);
    this.tally.lastNumber += 1;
    keep({
      ...end,
      position,
      number: this.tally.lastNumber,
      startedAt: clock.now(),
      status: null,
      usage: noTokens,
      estimated: false,
      costNanos: 0,
      firstTokenMs: null,
      milliseconds: 0,
      isRetry: false,
    });
  }
}
