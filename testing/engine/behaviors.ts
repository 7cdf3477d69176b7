import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  ProviderFailure,
} from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import type { TokenUsage } from '@/lib/engine/models/cost';

/** The behavior of a model in one call. */
export type Behavior = (request: ModelRequest, clock: Clock) => AsyncIterable<ModelPart>;

/** The usage that scripted models report by default. */
export const usualUsage: TokenUsage = { input: 100, cachedInput: 0, cacheWrite: 0, output: 20, reasoning: 0 };

interface Timing {
  /** Milliseconds until the call is accepted, until the first word, and between words. */
  openAfter?: number;
  firstAfter?: number;
  every?: number;
  /** Null: the provider gives none. */
  usage?: TokenUsage | null;
  end?: EndReason;
}

/** Says a text, word by word, to its end. */
export const says = (text: string, timing: Timing = {}): Behavior =>
  async function* (request, clock) {
    yield* streamText(text, timing, request, clock);
    const { usage = usualUsage, end = 'stop' } = timing;
    if (usage) yield { type: 'usage', usage };
    yield { type: 'end', reason: end };
  };

/** Says what the request asks it to: for texts that depend on the material. */
export const replies =
  (reply: (request: ModelRequest) => string, timing: Timing = {}): Behavior =>
  (request, clock) =>
    says(reply(request), timing)(request, clock);

/** Fails before it says anything, as a provider's adapter reports it. */
export const fails = (options: ProviderFailure['options'], openAfter = 0): Behavior =>
  breaksWith(new ProviderFailure('The provider says no.', options), null, openAfter);

export const limits = (retryAfterMs?: number): Behavior =>
  fails({ status: 429, ...(retryAfterMs !== undefined && { retryAfterMs }) });

/** Throws something in the middle of its reply; with null for a text, before the call is accepted. */
export const breaksWith = (error: Error, text: string | null, after = 0): Behavior =>
  async function* (request, clock) {
    if (after > 0) await clock.sleep(after, request.signal);
    if (text !== null) yield* streamText(text, {}, request, clock);
    throw error;
  };

export const breaksOff = (text: string): Behavior =>
  breaksWith(new ProviderFailure('The connection broke off.', { status: null }), text);

/** The stream ends without its last event. */
export const endsWithoutEnd = (text: string): Behavior =>
  async function* (request, clock) {
    yield* streamText(text, {}, request, clock);
  };

/** Never accepts the call. */
export const neverAccepts: Behavior = async function* ({ signal }) {
  await untilAborted(signal);
  yield { type: 'open' };
};

/** Can be spoken to, but never accepts the call. */
export const connects: Behavior = async function* ({ signal }) {
  yield { type: 'connected' };
  await untilAborted(signal);
};

/** Accepts the call, says a text, which may be empty, and then nothing. */
export const fallsSilent = (text: string): Behavior =>
  async function* (request, clock) {
    yield* streamText(text, {}, request, clock);
    await untilAborted(request.signal);
  };

/** Speaks on and on, a word each second. */
export const neverEnds: Behavior = async function* ({ signal }, clock) {
  yield { type: 'open' };
  for (;;) {
    yield { type: 'text', text: 'on and ' };
    await clock.sleep(1_000, signal);
  }
};

/** Goes silent, and doesn't notice that it is ended. */
export const ignoresAbort: Behavior = async function* () {
  yield { type: 'open' };
  yield { type: 'text', text: 'Hello ' };
  await new Promise<never>(() => {});
};

async function* streamText(
  text: string,
  { openAfter = 0, firstAfter = 0, every = 0 }: Timing,
  { signal }: ModelRequest,
  clock: Clock,
): AsyncGenerator<ModelPart> {
  if (openAfter > 0) await clock.sleep(openAfter, signal);
  yield { type: 'open' };
  if (firstAfter > 0) await clock.sleep(firstAfter, signal);
  for (const [index, word] of (text.match(/\S+\s*/g) ?? []).entries()) {
    if (index > 0 && every > 0) await clock.sleep(every, signal);
    yield { type: 'text', text: word };
  }
}

/** Never resolves; rejects with the signal's reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
