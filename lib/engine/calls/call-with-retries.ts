import { workflowLimits } from '@/lib/config/limits';
import type { ModelConfig } from '@/lib/config/models/model-config';
import type { Attempt, AttemptLog, LoggedFailure } from '@/lib/engine/calls/attempt-log';
import { areShorterThanUsual, type CallDeadlines, deadlinesFor } from '@/lib/engine/calls/call-deadlines';
import { type CallResult, callModel } from '@/lib/engine/calls/call-model';
import type { CallPolicy, CallPorts, CallRequest, ReplySink } from '@/lib/engine/calls/call-request';
import { type FailureKind, failureRules } from '@/lib/engine/calls/failures';
import type { ModelRequest, Provider, TextMessage } from '@/lib/engine/calls/provider';
import { nameAtProvider, providerOf } from '@/lib/engine/models/catalog';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { ReplyProblem, TooMuchWork } from '@/lib/engine/replies/problems';
import { maxTokensFor } from '@/lib/engine/routing/rank-models';

/** Caps `Retry-After`. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60_000;
const FIRST_BACKOFF_MS = 500;

/** A reply that could be read. */
export interface Reply<Output> {
  output: Output;
  model: ModelConfig;
  truncated: boolean;
}

/** The calls of one model. */
interface ModelCalls<Output> {
  request: CallRequest<Output>;
  policy: CallPolicy;
  log: AttemptLog;
  engine: CallPorts;
  sink: ReplySink | null;
  model: ModelConfig;
  /** Whether no other model can be called soon. */
  isLast(): boolean;
}

type Failure = Pick<LoggedFailure, 'kind' | 'message'>;

/** The parts of a request that can differ between calls of the same model. */
type Sent = Pick<ModelRequest, 'messages' | 'promptTokens' | 'schema' | 'temperature'>;

/**
 * Calls one model as often as `failureRules` and the policy allow.
 * @returns its reply, or its last failure; with `retryAt` if the wait for the next call is too long
 */
export const callWithRetries = <Output>(calls: ModelCalls<Output>): Promise<Reply<Output> | LoggedFailure> =>
  new RetriedCall(calls).run();

class RetriedCall<Output> {
  readonly #calls: ModelCalls<Output>;
  readonly #provider: Provider;
  readonly #deadlines: CallDeadlines;
  readonly #maxTokens: number;
  #sent: Sent;
  #waitedMs = 0;

  constructor(calls: ModelCalls<Output>) {
    const { request, policy, engine, model } = calls;
    const provider = engine.providers.find(({ name }) => name === providerOf(model.id));
    if (!provider) throw new Error(`The provider of ${model.id} isn't set up.`);
    this.#calls = calls;
    this.#provider = provider;
    this.#deadlines = deadlinesFor(policy.deadlines, model);
    this.#maxTokens = maxTokensFor(model, request.size);
    this.#sent = {
      messages: request.messages,
      promptTokens: request.size.promptTokens,
      schema: model.structured ? request.schema : null,
      // Reasoning models refuse a temperature, or reply worse with one.
      temperature: model.reasoning && !policy.isTemperatureNamed ? null : request.temperature,
    };
  }

  async run(): Promise<Reply<Output> | LoggedFailure> {
    const { log, engine, model } = this.#calls;
    for (;;) {
      const last = log.failuresOf(model.id).at(-1);
      if (last && !(await this.#waitAfter(last))) return last;
      // Its failures, and those of other requests at the same time, may have opened its circuit.
      if (last && engine.breakers.isOpen(model.id)) return { ...last, retryAt: null };
      const { attempt, result } = await this.#attempt();
      const found = await this.#classify(attempt, result);
      if ('output' in found) return found;
      const retryAt = this.#retryAfter(found, result);
      const { kind: failureKind, message } = found;
      const { code } = failureRules[failureKind];
      attempt.finish(result, { outcome: 'FAILED', code, failureKind, message, retryAt });
      if (retryAt === null) return { ...found, retryAt };
    }
  }

  /** Waits until the model may be called again. @returns false if that takes too long */
  async #waitAfter({ retryAt }: LoggedFailure): Promise<boolean> {
    const { log, engine, request } = this.#calls;
    const wait = (retryAt ?? 0) - engine.clock.now();
    if (wait <= 0) return true;
    this.#waitedMs += wait;
    if (this.#waitedMs > workflowLimits.wait) return false;
    // Followers see the failure during the wait, and when the model is called again.
    await log.flush();
    await engine.clock.sleep(wait, request.signal);
    return true;
  }

  async #attempt(): Promise<{ attempt: Attempt; result: CallResult }> {
    const { request, log, engine, sink, model } = this.#calls;
    // Before the row is stored, so that only one of many requests probes a model with an open circuit.
    const probe = engine.breakers.begin(model.id);
    const attempt = await log.begin(model, request.size, this.#sent.messages).catch((error) => {
      engine.breakers.leave(model.id, probe);
      throw error;
    });
    const { number } = attempt;
    sink?.begin({ number, model: model.id });
    const result = await callModel(this.#provider, this.#modelRequest(), {
      deadlines: this.#deadlines,
      clock: engine.clock,
      onText: (part) => sink?.text(number, part),
    });
    engine.observeCall(this.#provider.name, result);
    recordHealth(engine, model, result, { probe, deadlines: this.#deadlines });
    return { attempt, result };
  }

  #modelRequest(): ModelRequest {
    const { log, model, request } = this.#calls;
    const { accountId, traceparent, work, signal } = request;
    return {
      ...{ accountId, traceparent, work, signal },
      ...this.#sent,
      model: nameAtProvider(model.id),
      maxTokens: this.#maxTokens,
      earlierCalls: log.callsOf(model.id),
    };
  }

  /** Reads a reply, and finishes its attempt unless it failed. @throws the signal's reason; errors of our own */
  async #classify(attempt: Attempt, result: CallResult): Promise<Reply<Output> | Failure> {
    const { signal } = this.#calls.request;
    const finished = { code: null, failureKind: null, message: null, retryAt: null };
    try {
      const found = await this.#read(result);
      if ('output' in found) attempt.finish(result, { ...finished, outcome: 'ANSWERED' });
      return found;
    } catch (error) {
      if (signal.aborted) attempt.finish(result, { ...finished, outcome: 'CANCELED', code: 'JOB_CANCELED' });
      throw error;
    }
  }

  async #read(result: CallResult): Promise<Reply<Output> | Failure> {
    const { request, policy, model } = this.#calls;
    if (result.outcome === 'CANCELED') throw request.signal.reason;
    if (result.outcome === 'FAILED') return { kind: result.kind, message: result.message };
    const { text, truncated } = result;
    if (truncated && !policy.mayBeCut)
      return { kind: 'truncated', message: `The answer was cut at ${this.#maxTokens} tokens.` };
    try {
      return { output: await request.read(text, truncated), model, truncated };
    } catch (error) {
      const kind = request.signal.aborted ? null : kindOfProblem(error);
      if (kind === null) throw error;
      return { kind, message: (error as Error).message };
    }
  }

  /** When the model is called again, which may change what is sent; null if it isn't. */
  #retryAfter(failure: Failure, result: CallResult): number | null {
    const { policy, log, engine, model, isLast } = this.#calls;
    const failures = log.failuresOf(model.id);
    const now = engine.clock.now();
    if (!failures.some(isInvalid) && this.#correct(failure, result)) return now;
    if (this.#omitRefusedPart(result)) return now;
    const { again } = failureRules[failure.kind];
    // A correction doesn't use up a retry.
    const retries = failures.filter((earlier) => !isInvalid(earlier)).length;
    if (retries >= policy.retries || again === 'never' || (again === 'last' && !isLast())) return null;
    return now + delayAfter(result, retries, engine.random());
  }

  /** Asks for a reply of the right shape in the next call. */
  #correct(failure: Failure, result: CallResult): boolean {
    if (!isInvalid(failure) || result.outcome !== 'ANSWERED') return false;
    const { messages, size } = this.#calls.request;
    const correction = requestCorrection(result.text, failure.message);
    this.#sent.messages = [...messages, ...correction];
    this.#sent.promptTokens = size.promptTokens + tokensOf(correction);
    return true;
  }

  /** Omits the part that the provider refused, if it's optional: the prompt describes the shape, too. */
  #omitRefusedPart(result: CallResult): boolean {
    const refuses = result.outcome === 'FAILED' ? result.refuses : null;
    if (refuses === null || this.#sent[refuses] === null) return false;
    if (refuses === 'temperature' && this.#calls.policy.isTemperatureNamed) return false;
    this.#sent[refuses] = null;
    return true;
  }
}

/** The rest of a conversation about a reply of the wrong shape. */
const requestCorrection = (reply: string, problem: string): TextMessage[] => [
  { role: 'assistant', content: reply },
  { role: 'user', content: `That doesn't have the shape that was asked for: ${problem} Reply once more.` },
];

const tokensOf = (messages: readonly TextMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

const isInvalid = ({ kind }: Failure): boolean => kind === 'invalid';

/** The failure that an error of reading a reply means; null for an error of our own. */
function kindOfProblem(error: unknown): FailureKind | null {
  if (error instanceof ReplyProblem) return 'invalid';
  return error instanceof TooMuchWork ? 'too_much_work' : null;
}

/** `Retry-After`, or a delay that doubles each time and varies, so that many callers don't return at once. */
function delayAfter(result: CallResult, retries: number, random: number): number {
  if (result.outcome === 'FAILED' && result.retryAfterMs !== null)
    return Math.min(Math.max(result.retryAfterMs, 1), LONGEST_RETRY_AFTER_MS);
  return Math.round(FIRST_BACKOFF_MS * 2 ** retries * (0.5 + random / 2));
}

/** Counts a result for the model's circuit breaker and for the ranking. */
function recordHealth(
  { breakers, measurements }: CallPorts,
  model: ModelConfig,
  result: CallResult,
  { probe, deadlines }: { probe: ReturnType<CallPorts['breakers']['begin']>; deadlines: CallDeadlines },
): void {
  const { id, routed } = model;
  const hasFailed = result.outcome === 'FAILED' && failureRules[result.kind].breaks;
  if (result.outcome === 'ANSWERED') breakers.succeed(id);
  else if (hasFailed) breakers.fail(id, probe);
  else breakers.leave(id, probe);
  // A caller's own short deadline isn't the model's fault: breakers are per account, but all accounts share a ranking.
  if (hasFailed && result.kind === 'timed_out' && areShorterThanUsual(deadlines, model)) return;
  // Only a ranking reads them.
  if (routed && (hasFailed || result.outcome === 'ANSWERED'))
    measurements.add(id, { failed: hasFailed, milliseconds: result.milliseconds });
}
