import type { CallDeadlines } from '@/lib/engine/calls/call-deadlines';
import { CallWatch } from '@/lib/engine/calls/call-watch';
import { type FailureKind, failureKind, providerFailure } from '@/lib/engine/calls/failures';
import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
} from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { noTokens, type TokenUsage } from '@/lib/engine/models/cost';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';

/** How one call of a model ended. */
export type CallResult = {
  usage: TokenUsage;
  /** Whether the usage was estimated, because the provider gave none. */
  estimated: boolean;
  /** From the call to the headers of the response that accepts it; null if none came. */
  connectMs: number | null;
  /** From the call to the first text; null if none came. */
  firstTokenMs: number | null;
  milliseconds: number;
} & (
  | { outcome: 'ANSWERED'; text: string; truncated: boolean }
  | {
      outcome: 'FAILED';
      kind: FailureKind;
      message: string;
      status: number | null;
      retryAfterMs: number | null;
      refuses: 'schema' | 'temperature' | null;
    }
  | { outcome: 'CANCELED' }
);

/** A reply is never longer, whatever a provider sends. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const tooLong = new ProviderFailure('The answer is longer than any model writes.', {
  status: null,
  reason: 'unreadable',
});

const nothingCame = { connectMs: null, firstTokenMs: null };

/** How much of a reply has arrived so far. */
interface CallProgress {
  isConnected: boolean;
  /** Null until the provider has accepted the call. */
  connectMs: number | null;
  thoughtTokens: number;
  text: string;
  firstTokenMs: number | null;
  usage: TokenUsage | null;
  end: EndReason | null;
}

interface CallOptions {
  deadlines: CallDeadlines;
  clock: Clock;
  /** Called with each part of the text; mustn't throw. */
  onText?(part: string): void;
}

/**
 * Calls a model once, and reads its reply to the end under four deadlines. Never throws: every end is a result with its
 * cost as far as that is known, so that each call can be recorded.
 * @param request.signal aborted if nobody wants the reply anymore; the call then ends at once as CANCELED
 */
export async function callModel(
  provider: Provider,
  request: ModelRequest,
  { deadlines, clock, onText = () => {} }: CallOptions,
): Promise<CallResult> {
  if (request.signal.aborted)
    return { outcome: 'CANCELED', usage: noTokens, estimated: false, ...nothingCame, milliseconds: 0 };
  const started = clock.elapsed();
  const elapsed = () => clock.elapsed() - started;
  const call = new AbortController();
  const stop = () => call.abort(request.signal.reason);
  request.signal.addEventListener('abort', stop, { once: true });
  const watch = new CallWatch(deadlines, clock, (reason) => call.abort(reason));
  const progress: CallProgress = {
    ...{ isConnected: false, thoughtTokens: 0, text: '' },
    ...{ ...nothingCame, usage: null, end: null },
  };
  let failure: unknown = null;
  try {
    const parts = provider.stream({ ...request, signal: call.signal });
    await consume(parts, call.signal, (part) => {
      applyPart(part, progress, watch, elapsed);
      if (part.type === 'text' && part.text !== '') onText(part.text);
      return progress.end !== null;
    });
  } catch (error) {
    failure = error;
  } finally {
    watch.end();
    request.signal.removeEventListener('abort', stop);
    // Nobody reads the reason, and an error would record its stack.
    call.abort(null);
  }
  return resultOf(request, progress, { timeout: watch.timeout, failure, milliseconds: elapsed() });
}

/**
 * Takes the parts of a stream until it ends, `isComplete` returns true, or the signal is aborted. It then throws the
 * signal's reason at once, whether or not the stream ends.
 */
async function consume(
  stream: AsyncIterable<ModelPart>,
  signal: AbortSignal,
  isComplete: (part: ModelPart) => boolean,
): Promise<void> {
  // Only the current wait is referenced, so that no earlier part is kept.
  let endWait = () => {};
  signal.addEventListener('abort', () => endWait(), { once: true });
  const parts = stream[Symbol.asyncIterator]();
  const next = () =>
    new Promise<IteratorResult<ModelPart>>((resolve, reject) => {
      endWait = () => reject(signal.reason);
      if (signal.aborted) endWait();
      parts.next().then(resolve, reject);
    });
  try {
    for (;;) {
      const { done, value: part } = await next();
      if (done || isComplete(part)) return;
    }
  } finally {
    // It may still be waiting for its provider. Later output is ignored.
    parts.return?.().catch(() => {});
  }
}

/** @param elapsed milliseconds since the call began. @throws ProviderFailure for a reply that is too long */
function applyPart(part: ModelPart, progress: CallProgress, watch: CallWatch, elapsed: () => number): void {
  switch (part.type) {
    case 'connected':
    case 'open':
      if (part.type === 'open') progress.connectMs ??= elapsed();
      if (!progress.isConnected) watch.awaitToken(false);
      progress.isConnected = true;
      return;
    case 'thought':
      progress.connectMs ??= elapsed();
      progress.isConnected = true;
      progress.thoughtTokens += estimateTokens(part.text);
      watch.awaitToken(progress.text !== '');
      return;
    case 'text':
      // Some providers begin with an empty part, which isn't a token.
      if (part.text === '') return;
      progress.firstTokenMs ??= elapsed();
      progress.text += part.text;
      watch.recordToken();
      if (progress.text.length > MOST_CHARACTERS) throw tooLong;
      return;
    case 'usage':
      progress.usage = part.usage;
      return;
    case 'end':
      progress.end = part.reason;
  }
}

function resultOf(
  request: ModelRequest,
  { text, end, usage, thoughtTokens, connectMs, firstTokenMs, isConnected }: CallProgress,
  { timeout, failure, milliseconds }: { timeout: string | null; failure: unknown; milliseconds: number },
): CallResult {
  const { aborted: isCanceled } = request.signal;
  const { message, options } = providerFailure(failure);
  const isRefused = failure !== null && text === '' && (options.status ?? 0) >= 400;
  // A call that was aborted here may have reached the provider, even if nothing came back.
  const mayCost =
    !isRefused && (connectMs !== null || text !== '' || (timeout !== null && isConnected) || isCanceled);
  const measured = {
    usage: usage ?? (mayCost ? estimatedUsage(request, text, thoughtTokens) : noTokens),
    estimated: usage === null && mayCost,
    connectMs,
    firstTokenMs,
    milliseconds,
  };
  // No request offers tools yet, so the text next to a tool call is the whole reply.
  if (end === 'stop' || end === 'length' || end === 'tool_calls')
    return { ...measured, outcome: 'ANSWERED', text, truncated: end === 'length' };
  if (isCanceled) return { ...measured, outcome: 'CANCELED' };
  const noResponse = { status: null, retryAfterMs: null, refuses: null };
  const failed = { ...measured, ...noResponse, outcome: 'FAILED' as const };
  if (timeout !== null) return { ...failed, kind: 'timed_out', message: timeout };
  if (end === 'refusal')
    return { ...failed, kind: 'refusal', message: text.slice(0, 300) || 'The model declined.' };
  if (end === 'filter')
    return { ...failed, kind: 'refusal', message: "A filter of the provider stopped the model's answer." };
  if (failure === null)
    return text === ''
      ? { ...failed, kind: 'unavailable', message: 'The connection ended before the answer.' }
      : { ...failed, kind: 'stream_cut', message: brokeOff };
  const kind = failureKind(providerFailure(failure), text !== '');
  return {
    ...failed,
    kind,
    message: kind === 'stream_cut' ? brokeOff : message.slice(0, 500),
    status: options.status,
    retryAfterMs: options.retryAfterMs ?? null,
    refuses: options.refuses ?? null,
  };
}

const brokeOff = 'The answer broke off in the middle.';

const estimatedUsage = ({ promptTokens }: ModelRequest, text: string, reasoning: number): TokenUsage => ({
  ...noTokens,
  input: promptTokens,
  output: estimateTokens(text),
  reasoning,
});
