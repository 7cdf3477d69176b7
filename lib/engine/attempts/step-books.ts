import type { ModelConfig } from '@/lib/config/models';
import type { CallResult } from '@/lib/engine/attempts/call-model';
import type { Clock } from '@/lib/engine/clock';
import { pricesAt } from '@/lib/engine/models/catalogue';
import { addCosts, costNanos, noTokens, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import type { CallSize } from '@/lib/engine/routing/rank-models';
import type { AttemptEnd, AttemptStart, EarlierCalls, Tally } from '@/lib/engine/run/run-store';

/** Puts an attempt's end on the books. */
type Finish = (
  result: CallResult,
  end: { outcome: 'ANSWERED' | 'FAILED' | 'CANCELED'; code: string | null; message: string | null },
) => void;

const noCalls: EarlierCalls = { failed: 0, failedInRow: 0, code: null, message: null };

interface StoredAttempt {
  position: number;
  model: string;
  outcome: string;
  code: string | null;
  message: string | null;
}

/**
 * Sums a job's attempts for the runs that follow.
 * @param attempts in the order of their numbers
 * @returns by step and model: `0 sandbox/flaky`
 */
export function earlierCalls(attempts: readonly StoredAttempt[]): Map<string, EarlierCalls> {
  const calls = new Map<string, EarlierCalls>();
  for (const { position, model, outcome, code, message } of attempts) {
    const key = `${position} ${model}`;
    const { failed, failedInRow } = calls.get(key) ?? noCalls;
    if (outcome === 'ANSWERED') calls.set(key, { ...noCalls, failed });
    if (outcome === 'FAILED')
      calls.set(key, { failed: failed + 1, failedInRow: failedInRow + 1, code, message });
  }
  return calls;
}

interface Options {
  position: number;
  /** What earlier runs of the step have used, after a restart. */
  earlier: Tally;
  /** By step and model, as `earlierCalls` sums them. */
  earlierCalls: ReadonlyMap<string, EarlierCalls>;
  clock: Pick<Clock, 'now'>;
  /** Stores the row of an attempt; resolves once that is durable. */
  store(start: AttemptStart): Promise<void>;
  /** Keeps an end to be stored with what is stored next. */
  keep(end: AttemptEnd): void;
}

/**
 * The books of one step: each call has its row before the request leaves, and its end and cost as soon as they are
 * known.
 */
export class StepBooks {
  readonly tally: Tally;
  readonly #calls = new Map<string, number>();

  constructor(readonly options: Options) {
    this.tally = { ...options.earlier };
  }

  /** Calls of the model by this step, this run's and those that failed before. */
  callsOf(model: string): number {
    return (this.#calls.get(model) ?? 0) + this.earlierCalls(model).failed;
  }

  /** How the model's calls ended in earlier runs of the step. */
  earlierCalls(model: string): EarlierCalls {
    return this.options.earlierCalls.get(`${this.options.position} ${model}`) ?? noCalls;
  }

  /** Begins an attempt. @returns what ends it */
  async begin(model: ModelConfig, { promptTokens, usualTokens }: CallSize): Promise<Finish> {
    const { position, clock, store, keep } = this.options;
    this.tally.lastNumber += 1;
    this.tally.attempts += 1;
    const number = this.tally.lastNumber;
    const startedAt = clock.now();
    this.#calls.set(model.id, (this.#calls.get(model.id) ?? 0) + 1);
    const prices = pricesAt(model, startedAt);
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
      keep({ position, number, status, ...measured, ...end });
    };
  }

  /** Records a model that wasn't called, with the reason. */
  passOver(model: string, { code, message }: { code: string; message: string }): void {
    const { position, clock, keep } = this.options;
    this.tally.lastNumber += 1;
    keep({
      position,
      number: this.tally.lastNumber,
      outcome: 'PASSED_OVER',
      model,
      startedAt: clock.now(),
      code,
      message,
      status: null,
      usage: noTokens,
      estimated: false,
      costNanos: 0,
      firstTokenMs: null,
      milliseconds: 0,
    });
  }
}
