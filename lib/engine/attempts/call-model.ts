import { type FailureKind, failureKind, providerFailure } from '@/lib/engine/attempts/failures';
import type { Clock } from '@/lib/engine/clock';
import { noTokens } from '@/lib/engine/models/cost';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
  type TokenUsage,
} from '@/lib/engine/models/provider';

/** How long (ms) a call may take at most. */
export interface CallClocks {
  connect: number;
  firstToken: number;
  idle: number;
  whole: number;
}

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
  const started = clock.now();
  const call = new AbortController();
  const stop = () => call.abort(request.signal.reason);
  request.signal.addEventListener('abort', stop, { once: true });
  // Only the wait under way is known, so that nothing is kept of the parts before it.
  let endWait = () => {};
  call.signal.addEventListener('abort', () => endWait(), { once: true });
  const nextOf = (parts: AsyncIterator<ModelPart>) =>
    new Promise<IteratorResult<ModelPart>>((resolve, reject) => {
      endWait = () => reject(call.signal.reason);
      if (call.signal.aborted) endWait();
      parts.next().then(resolve, reject);
    });

  const deadlines = { phase: started + clocks.connect, whole: started + clocks.whole };
  let silent = `There was no connection to the provider within ${seconds(clocks.connect)}.`;
  let isSilent = false;
  let isOver = false;
  let nap = new AbortController();
  const watch = async () => {
    while (!isOver) {
      const left = Math.min(deadlines.phase, deadlines.whole) - clock.now();
      if (left <= 0) {
        if (deadlines.whole <= deadlines.phase)
          silent = `The answer wasn't complete within ${seconds(clocks.whole)}.`;
        isSilent = true;
        call.abort(new Error(silent));
        return;
      }
      nap = new AbortController();
      await clock.sleep(left, nap.signal).catch(() => {});
    }
  };
  void watch();
  const enter = (clockMs: number, problem: string) => {
    const deadline = clock.now() + clockMs;
    const isEarlier = deadline < deadlines.phase;
    deadlines.phase = deadline;
    silent = problem;
    // The watch sleeps until the deadline of the last phase, which may be minutes away.
    if (isEarlier) nap.abort();
  };

  let text = '';
  let thoughtTokens = 0;
  let usage: TokenUsage | null = null;
  let isConnected = false;
  let isOpen = false;
  let firstTokenMs: number | null = null;
  let end: EndReason | null = null;
  let failure: unknown = null;
  let parts: AsyncIterator<ModelPart> | undefined;
  try {
    parts = provider.stream({ ...request, signal: call.signal })[Symbol.asyncIterator]();
    while (end === null) {
      const { done, value: part } = await nextOf(parts);
      if (done) break;
      if (part.type === 'connected' || part.type === 'open' || part.type === 'thought') {
        isOpen ||= part.type !== 'connected';
        if (isConnected && part.type === 'open') continue;
        isConnected = true;
        if (part.type === 'thought') thoughtTokens += estimateTokens(part.text);
        enter(
          clocks.firstToken,
          text === ''
            ? `The first token didn't come within ${seconds(clocks.firstToken)}.`
            : silentFor(clocks.firstToken),
        );
      } else if (part.type === 'text') {
        // Some providers begin with a piece that is empty: nothing is said yet.
        if (part.text === '') continue;
        firstTokenMs ??= clock.now() - started;
        text += part.text;
        enter(clocks.idle, silentFor(clocks.idle));
        if (text.length > MOST_CHARACTERS) throw tooLong;
      } else if (part.type === 'usage') usage = part.usage;
      else end = part.reason;
    }
  } catch (error) {
    failure = error;
  } finally {
    isOver = true;
    nap.abort();
    request.signal.removeEventListener('abort', stop);
    call.abort();
    // It may still be waiting for its provider; what it says then is of no interest.
    parts?.return?.().catch(() => {});
  }

  const { message, options } = providerFailure(failure);
  const isRefused = failure !== null && text === '' && (options.status ?? 0) >= 400;
  // One that was ended from here may have reached the provider, whether or not it had said so.
  const mayCost =
    !isRefused && (isOpen || text !== '' || (isSilent && isConnected) || request.signal.aborted);
  const measured = {
    usage: usage ?? (mayCost ? estimatedUsage(request, text, thoughtTokens) : noTokens),
    estimated: usage === null && mayCost,
    firstTokenMs,
    milliseconds: clock.now() - started,
  };
  if (end === 'stop' || end === 'length')
    return { ...measured, outcome: 'ANSWERED', text, truncated: end === 'length' };
  if (request.signal.aborted) return { ...measured, outcome: 'CANCELED' };
  const unanswered = { status: null, retryAfterMs: null, refuses: null };
  const failed = { ...measured, ...unanswered, outcome: 'FAILED' as const };
  if (isSilent) return { ...failed, kind: 'silent', message: silent };
  if (end === 'refusal')
    return { ...failed, kind: 'refusal', message: text.slice(0, 300) || 'The model declined.' };
  if (end === 'filter')
    return { ...failed, kind: 'refusal', message: "A filter of the provider stopped the model's answer." };
  if (failure === null)
    return text === ''
      ? { ...failed, kind: 'unavailable', message: 'The connection ended before the answer.' }
      : { ...failed, kind: 'cut', message: 'The answer broke off in the middle.' };
  return {
    ...failed,
    kind: failureKind(providerFailure(failure), text !== ''),
    message: message.slice(0, 500),
    status: options.status,
    retryAfterMs: options.retryAfterMs ?? null,
    refuses: options.refuses ?? null,
  };
}

const estimatedUsage = ({ messages }: ModelRequest, text: string, reasoning: number): TokenUsage => ({
  ...noTokens,
  input: messages.reduce((sum, message) => sum + estimateTokens(message.text), 0),
  output: estimateTokens(text),
  reasoning,
});

const silentFor = (milliseconds: number): string =>
  `The model was silent for ${seconds(milliseconds)} in the middle of its answer.`;

const seconds = (milliseconds: number): string => {
  const count = Math.round(milliseconds / 100) / 10;
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
};
