import { type CallClocks, CallWatch } from '@/lib/engine/calls/call-watch';
import { noTokens } from '@/lib/engine/calls/cost';
import { type FailureKind, failureKind, providerFailure } from '@/lib/engine/calls/failures';
import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
  type TokenUsage,
} from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';

/** What has become of one call of a model. */
export type CallResult = {
  usage: TokenUsage;
  /** Whether the usage was estimated, because the provider gave none. */
  estimated: boolean;
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

/** An answer is never longer, whatever a provider sends. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const tooLong = new ProviderFailure('The answer is longer than any model writes.', {
  status: null,
  reason: 'unreadable',
});

/** What has been heard of a call. */
interface Heard {
  isConnected: boolean;
  isOpen: boolean;
  thoughtTokens: number;
  text: string;
  firstTokenMs: number | null;
  usage: TokenUsage | null;
  end: EndReason | null;
}

/**
 * Calls a model once, and reads its answer to the end under four clocks. Never throws: whatever happens is a result
 * with what it cost as far as that is known, so that each call can be put on the books.
 * @param request.signal aborted if the job is canceled or given back; the call then ends at once as CANCELED
 */
export async function callModel(
  provider: Provider,
  request: ModelRequest,
  clocks: CallClocks,
  clock: Clock,
): Promise<CallResult> {
  if (request.signal.aborted)
    return { outcome: 'CANCELED', usage: noTokens, estimated: false, firstTokenMs: null, milliseconds: 0 };
  const started = clock.elapsed();
  const call = new AbortController();
  const stop = () => call.abort(request.signal.reason);
  request.signal.addEventListener('abort', stop, { once: true });
  const watch = new CallWatch(clocks, clock, (reason) => call.abort(reason));
  const heard: Heard = {
    ...{ isConnected: false, isOpen: false, thoughtTokens: 0, text: '' },
    ...{ firstTokenMs: null, usage: null, end: null },
  };
  let failure: unknown = null;
  try {
    const parts = provider.stream({ ...request, signal: call.signal });
    await listen(parts, call.signal, (part) => hear(part, heard, watch, () => clock.elapsed() - started));
  } catch (error) {
    failure = error;
  } finally {
    watch.end();
    request.signal.removeEventListener('abort', stop);
    call.abort();
  }
  return resultOf(request, heard, {
    silence: watch.silence,
    failure,
    milliseconds: clock.elapsed() - started,
  });
}

/**
 * Takes the parts of a stream until it ends, `hear` says that it has heard enough, or the signal is aborted, whose reason
 * it then throws at once, whether or not the stream ends.
 */
async function listen(
  stream: AsyncIterable<ModelPart>,
  signal: AbortSignal,
  hear: (part: ModelPart) => 'enough' | 'more',
): Promise<void> {
  // Only the wait under way is known, so that nothing is kept of the parts before it.
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
      if (done || hear(part) === 'enough') return;
    }
  } finally {
    // It may still be waiting for its provider; what it says then is of no interest.
    parts.return?.().catch(() => {});
  }
}

/** @param elapsed milliseconds since the call began. @throws ProviderFailure for an answer that is too long */
function hear(part: ModelPart, heard: Heard, watch: CallWatch, elapsed: () => number): 'enough' | 'more' {
  switch (part.type) {
    case 'connected':
    case 'open':
      heard.isOpen ||= part.type === 'open';
      if (!heard.isConnected) watch.awaitToken(false);
      heard.isConnected = true;
      return 'more';
    case 'thought':
      heard.isOpen = heard.isConnected = true;
      heard.thoughtTokens += estimateTokens(part.text);
      watch.awaitToken(heard.text !== '');
      return 'more';
    case 'text':
      // Some providers begin with a piece that is empty: nothing is said yet.
      if (part.text === '') return 'more';
      heard.firstTokenMs ??= elapsed();
      heard.text += part.text;
      watch.hearToken();
      if (heard.text.length > MOST_CHARACTERS) throw tooLong;
      return 'more';
    case 'usage':
      heard.usage = part.usage;
      return 'more';
    case 'end':
      heard.end = part.reason;
      return 'enough';
  }
}

function resultOf(
  request: ModelRequest,
  { text, end, usage, thoughtTokens, firstTokenMs, isConnected, isOpen }: Heard,
  { silence, failure, milliseconds }: { silence: string | null; failure: unknown; milliseconds: number },
): CallResult {
  const { aborted: isCanceled } = request.signal;
  const { message, options } = providerFailure(failure);
  const isRefused = failure !== null && text === '' && (options.status ?? 0) >= 400;
  // One that was ended from here may have reached the provider, whether or not it had said so.
  const mayCost = !isRefused && (isOpen || text !== '' || (silence !== null && isConnected) || isCanceled);
  const measured = {
    usage: usage ?? (mayCost ? estimatedUsage(request, text, thoughtTokens) : noTokens),
    estimated: usage === null && mayCost,
    firstTokenMs,
    milliseconds,
  };
  if (end === 'stop' || end === 'length')
    return { ...measured, outcome: 'ANSWERED', text, truncated: end === 'length' };
  if (isCanceled) return { ...measured, outcome: 'CANCELED' };
  const unanswered = { status: null, retryAfterMs: null, refuses: null };
  const failed = { ...measured, ...unanswered, outcome: 'FAILED' as const };
  if (silence !== null) return { ...failed, kind: 'silent', message: silence };
  if (end === 'refusal')
    return { ...failed, kind: 'refusal', message: text.slice(0, 300) || 'The model declined.' };
  if (end === 'filter')
    return { ...failed, kind: 'refusal', message: "A filter of the provider stopped the model's answer." };
  if (failure === null)
    return text === ''
      ? { ...failed, kind: 'unavailable', message: 'The connection ended before the answer.' }
      : { ...failed, kind: 'cut', message: brokeOff };
  const kind = failureKind(providerFailure(failure), text !== '');
  return {
    ...failed,
    kind,
    message: kind === 'cut' ? brokeOff : message.slice(0, 500),
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
