import { setTimeout as sleep } from 'node:timers/promises';
import {
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
} from '@/lib/engine/calls/provider';
import type { LanguageModelSource } from './language-model-source';
import { promptMessage } from './prompt-message';
import { providerFetch, withCallEvents } from './provider-fetch';
import { readFailure } from './read-failure';
import { describesObject, strictSchema } from './strict-schema';
import { tokenUsage } from './token-usage';

/** How long (ms) a complete reply waits for the end of its response. */
const LONGEST_END_MS = 100;
/** Words of servers for a reply that they didn't finish. */
const unfinished = /error|abort|cancel|fail|timeout|interrupt/i;

/**
 * Models of a provider that are kept, of up to 92 KiB each. A new one makes the schema of its events, which took a
 * tenth of a short call. Callers choose the names.
 */
const MODELS_KEPT = 50;

/**
 * A provider of the AI SDK, called one stream at a time (`doStream`). The SDK writes requests in the provider's format
 * and reads its events. Retries are the engine's.
 */
export function languageModelProvider(source: LanguageModelSource): Provider {
  const fetch = providerFetch(source.replyEnds);
  const models = new LRUCache<string, LanguageModelV4>({
    max: MODELS_KEPT,
    memoMethod: (name) => source.model(name, fetch),
  });
  return {
    name: source.name,
    stream: (request) => streamReply(source, models.memo(request.model), request),
  };
}

async function* streamReply(
  source: LanguageModelSource,
  model: LanguageModelV4,
  request: ModelRequest,
): AsyncGenerator<ModelPart> {
  request.signal.throwIfAborted();
  const [connected, opened] = [latch(), latch()];
  const events = { onConnected: connected.release, onOpen: opened.release };
  const reply = withCallEvents(events, async () => model.doStream(callOptions(source, request))).then(
    ({ stream }) => stream,
  );
  // Some return their stream only with its first token, so events of the connection come separately.
  const settled = reply.then(
    () => {},
    () => {},
  );
  try {
    await Promise.race([connected.released, settled]);
    yield { type: 'connected' };
    await Promise.race([opened.released, settled]);
    const stream = await Promise.race([reply, opened.released.then(() => null)]);
    yield { type: 'open' };
    yield* partsOf(source, stream ?? (await reply));
  } catch (error) {
    throw request.signal.aborted ? error : readFailure(error, opened.isReleased, source);
  }
}

function callOptions(source: LanguageModelSource, request: ModelRequest): LanguageModelV4CallOptions {
  const { messages, temperature, maxTokens, traceparent, signal } = request;
  const shape = request.schema && describesObject(request.schema) ? request.schema : null;
  const strict = shape && strictSchema(shape);
  const schema = strict ?? shape;
  const providerOptions = source.options?.(strict !== null);
  return {
    prompt: messages.map(promptMessage),
    ...(temperature !== null && { temperature }),
    maxOutputTokens: maxTokens,
    ...(schema && { responseFormat: { type: 'json', name: 'answer', schema } }),
    ...(providerOptions && { providerOptions }),
    ...(traceparent && { headers: { traceparent } }),
    abortSignal: signal,
  };
}

async function* partsOf(
  source: LanguageModelSource,
  stream: ReadableStream<LanguageModelV4StreamPart>,
): AsyncGenerator<ModelPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) return;
      if (part.type === 'text-delta') yield { type: 'text', text: part.delta };
      else if (part.type === 'reasoning-start') yield { type: 'thought', text: '' };
      else if (part.type === 'reasoning-delta') yield { type: 'thought', text: part.delta };
      else if (part.type === 'error') {
        // The stream ended, but not the reply.
        if (InvalidResponseDataError.isInstance(part.error)) return;
        throw readFailure(part.error, true, source);
      } else if (part.type === 'finish') {
        const usage = tokenUsage(part.usage);
        if (usage) yield { type: 'usage', usage };
        const reason = endReason(part.finishReason, source);
        // A response that was read to its end leaves its connection to the next call; how it ends changes nothing.
        await Promise.race([reader.read().catch(() => {}), sleep(LONGEST_END_MS)]);
        if (reason) yield { type: 'end', reason };
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Null if the stream ended without saying that the reply is complete. */
function endReason(
  { unified, raw }: LanguageModelV4FinishReason,
  { endsInOwnWords = false }: LanguageModelSource,
): EndReason | null {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'content-filter':
      // A refusal that ends as usual is the model's own. Any other reason, such as `refusal`, is a filter's.
      return raw === undefined || raw === 'stop' ? 'refusal' : 'filter';
    case 'error':
      throw new ProviderFailure('The provider ended its response with an error.', { status: 500 });
    case 'tool-calls':
      return 'tool_calls';
    default:
      return endsInOwnWords && raw !== undefined && !unfinished.test(raw) ? 'stop' : null;
  }
}

/** A promise with what resolves it. */
function latch() {
  const self = { isReleased: false, release: () => {}, released: Promise.resolve() };
  self.released = new Promise<void>((resolve) => {
    self.release = () => {
      self.isReleased = true;
      resolve();
    };
  });
  return self;
}
