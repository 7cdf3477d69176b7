import { type CallDeadlines, deadlinesFor } from '@/lib/engine/calls/call-deadlines';
import { type FailureKind, storedKind } from '@/lib/engine/calls/failures';
import { type ModelPart, type ModelRequest, ProviderFailure } from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import type { RecordedAttempt } from '@/lib/engine/drill/recorded-job';
import type { RecordedRequest } from '@/lib/engine/drill/recorded-requests';
import { isDown, type Scenario, slowedFirstToken } from '@/lib/engine/drill/scenario';
import type { Catalog } from '@/lib/engine/models/catalog';
import { noTokens, type TokenUsage } from '@/lib/engine/models/cost';
import { ReplyProblem, TooMuchWork } from '@/lib/engine/replies/problems';
import type { Clocks } from '@/lib/engine/workflow';

/**
 * The source of a drilled attempt's outcome and time. `MEASURED` is the usual time of the model in the job or account. If
 * the time is `UNKNOWN`, it counts as 0. Without a record, a model replies.
 */
export type Basis = 'RECORDED' | 'SCENARIO' | 'MEASURED' | 'CATALOG' | 'UNKNOWN';

/** How long a model usually takes (ms). */
export interface TypicalTime {
  firstTokenMs: number | null;
  milliseconds: number;
}

/** A call as it is played. */
interface Play {
  basis: Basis;
  /** The attempt that it repeats; null if the model has none for the request. */
  recorded: RecordedAttempt | null;
}

interface Options {
  scenario: Scenario;
  catalog: Catalog;
  clocks: Clocks;
  clock: Clock;
  typicalTime(model: string): { basis: Basis; time: TypicalTime };
  /** Called with each wait, so that the work of a drill has a bound. */
  onWait(): void;
}

/** The calls of a step without a provider: each model does again what it did, or what the scenario says. */
export class RecordedCalls {
  readonly #options: Options;
  #request: RecordedRequest | null = null;
  /** By model, the attempts of the request that haven't been repeated yet. */
  #left = new Map<string, RecordedAttempt[]>();
  /** The last call. */
  last: Play | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The calls that follow are for this request. */
  begin(request: RecordedRequest): void {
    if (this.#request === request) return;
    this.#request = request;
    const called = request.attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER');
    this.#left = Map.groupBy(called, ({ model }) => model);
  }

  /** @throws ReplyProblem or TooMuchWork if the reply couldn't be read */
  read(): void {
    const { recorded } = this.last ?? {};
    if (recorded?.outcome !== 'FAILED') return;
    const kind = kindOf(recorded);
    if (kind === 'invalid') throw new ReplyProblem(recorded.message ?? '');
    if (kind === 'too_much_work') throw new TooMuchWork(recorded.message ?? '');
  }

  /** @param model `provider/model` */
  async *stream(model: string, { signal, schema }: ModelRequest): AsyncGenerator<ModelPart> {
    const { scenario, catalog, clocks, typicalTime } = this.#options;
    const recorded = this.#next(model);
    if (isDown(scenario, model)) {
      this.last = { basis: 'SCENARIO', recorded: null };
      if (scenario.downAs === 'NO_CONNECTION') await untilAborted(signal);
      throw new ProviderFailure('The service is unavailable.', { status: 503 });
    }
    const slowed = slowedFirstToken(scenario, model);
    const typical = recorded ? null : typicalTime(model);
    const time = typical?.time ?? recordedTime(recorded);
    const speaks = recorded === null || recorded.outcome === 'ANSWERED' || time.firstTokenMs !== null;
    const isSlow = slowed !== null && speaks;
    this.last = { basis: isSlow ? 'SCENARIO' : (typical?.basis ?? 'RECORDED'), recorded };
    const deadlines = deadlinesFor(clocks, catalog.named(model));
    const first = time.firstTokenMs ?? time.milliseconds;
    const talk: Talk = {
      signal,
      deadlines,
      // Signs of thinking keep a model's time to its first token open; a model that is slow gives none.
      first: isSlow ? slowed : first,
      isThinking: !isSlow,
      rest: Math.max(0, time.milliseconds - first),
      hasText: recorded === null || time.firstTokenMs !== null,
    };
    if (recorded?.outcome === 'FAILED') yield* this.#fail(recorded, talk, schema !== null);
    else yield* this.#reply(talk, recorded?.usage ?? this.#assumedUsage(), 'stop');
  }

  /** The attempt that a call of the model repeats: the next one, or the last one again. */
  #next(model: string): RecordedAttempt | null {
    const left = this.#left.get(model) ?? [];
    return (left.length > 1 ? left.shift() : left[0]) ?? null;
  }

  #assumedUsage(): TokenUsage {
    const { readTokens = null, replyTokens = null, size } = this.#request ?? {};
    return {
      ...noTokens,
      input: readTokens ?? size?.promptTokens ?? 0,
      output: replyTokens ?? size?.usualTokens ?? 0,
    };
  }

  async *#reply(talk: Talk, usage: TokenUsage, reason: 'stop' | 'length'): AsyncGenerator<ModelPart> {
    yield* this.#speak(talk);
    yield { type: 'usage', usage };
    yield { type: 'end', reason };
  }

  /** The first token and all that follows it, or the silence in place of them. */
  async *#speak({ first, isThinking, rest, hasText, deadlines, signal }: Talk): AsyncGenerator<ModelPart> {
    yield { type: 'open' };
    yield* this.#pass(first, isThinking ? deadlines.firstToken : null, { type: 'thought', text: '' }, signal);
    if (!hasText) return;
    yield { type: 'text', text: '.' };
    yield* this.#pass(rest, deadlines.idle, { type: 'text', text: '.' }, signal);
  }

  async *#fail(attempt: RecordedAttempt, talk: Talk, hasSchema: boolean): AsyncGenerator<ModelPart> {
    const { message, status, usage, startedAt, milliseconds, retryAt } = attempt;
    const kind = kindOf(attempt);
    if (kind === 'invalid' || kind === 'too_much_work') return yield* this.#reply(talk, usage, 'stop');
    if (kind === 'truncated') return yield* this.#reply(talk, usage, 'length');
    yield { type: 'usage', usage };
    if (kind === 'timed_out') return yield* this.#timeOut(attempt, talk);
    if (kind === 'stream_cut') {
      yield* this.#speak({ ...talk, hasText: true });
      throw new ProviderFailure(message ?? '', { status: null });
    }
    yield { type: 'connected' };
    const { firstToken } = talk.deadlines;
    yield* this.#pass(milliseconds ?? 0, firstToken, { type: 'thought', text: '' }, talk.signal);
    const retryAfterMs = retryAt === null ? null : Math.max(1, retryAt - startedAt - (milliseconds ?? 0));
    throw new ProviderFailure(message ?? '', {
      ...failureOf(kind, status),
      ...(retryAfterMs !== null && { retryAfterMs }),
      // A request that was refused is repeated only without one of its optional parts.
      ...(kind === 'rejected' && retryAt !== null && { refuses: hasSchema ? 'schema' : 'temperature' }),
    });
  }

  /** Does nothing more from the moment from which the same deadline passes again. */
  async *#timeOut({ message, milliseconds }: RecordedAttempt, talk: Talk): AsyncGenerator<ModelPart> {
    const { deadlines, signal } = talk;
    const thought = { type: 'thought', text: '' } as const;
    if (message?.startsWith('There was no connection')) return void (await untilAborted(signal));
    if (message?.startsWith('The first token')) {
      const silentFrom = Math.max(0, (milliseconds ?? 0) - deadlines.firstToken);
      yield* this.#pass(silentFrom, deadlines.firstToken, thought, signal);
      yield { type: 'open' };
    } else if (message?.startsWith('The model was silent')) {
      const rest = Math.max(0, talk.rest - deadlines.idle);
      yield* this.#speak({ ...talk, rest });
      // The last token before the silence.
      yield { type: 'text', text: '.' };
    } else yield* this.#speak({ ...talk, rest: deadlines.whole });
    await untilAborted(signal);
  }

  /** Lets time pass, with a sign of life before each deadline. */
  async *#pass(
    milliseconds: number,
    deadline: number | null,
    sign: ModelPart,
    signal: AbortSignal,
  ): AsyncGenerator<ModelPart> {
    const { clock, onWait } = this.#options;
    const most = deadline === null ? milliseconds : Math.max(1, deadline * 0.9);
    for (let left = milliseconds; left > 0; ) {
      const wait = Math.min(left, most);
      onWait();
      await clock.sleep(wait, signal);
      left -= wait;
      if (left > 0) yield sign;
    }
  }
}

/** How a call goes, until it ends. Times in milliseconds. */
interface Talk {
  signal: AbortSignal;
  deadlines: CallDeadlines;
  first: number;
  isThinking: boolean;
  /** After the first token. */
  rest: number;
  hasText: boolean;
}

const kindOf = ({ failureKind, code }: RecordedAttempt): FailureKind =>
  storedKind(failureKind, code) ?? 'unreadable';

const recordedTime = (attempt: RecordedAttempt | null): TypicalTime => ({
  firstTokenMs: attempt?.firstTokenMs ?? null,
  milliseconds: attempt?.milliseconds ?? 0,
});

/** The status and reason by which `failureKind` finds the same kind again. */
function failureOf(
  kind: FailureKind,
  status: number | null,
): { status: number | null; reason?: 'context' | 'denied' | 'refusal' | 'unknown_model' | 'unreadable' } {
  switch (kind) {
    case 'rate_limited':
      return { status: 429 };
    case 'unavailable':
      return { status: status !== null && (status === 408 || status >= 500) ? status : null };
    case 'rejected':
      return { status: status ?? 400 };
    case 'denied':
    case 'unknown_model':
    case 'context':
    case 'refusal':
      return { status, reason: kind };
    default:
      return { status, reason: 'unreadable' };
  }
}

/** Never resolves; rejects with the signal's reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
