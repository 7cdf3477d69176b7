import { setTimeout as sleep } from 'node:timers/promises';
import {
  InvalidResponseDataError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FinishReason,
  type LanguageModelV3Message,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import {
  type EndReason,
  type JsonSchema,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
} from '@/lib/engine/models/provider';
import { providerFetch } from '@/lib/providers/language-models/provider-fetch';
import { readFailure } from '@/lib/providers/language-models/read-failure';
import { describesObject } from '@/lib/providers/language-models/strict-schema';
import { tokenUsage } from '@/lib/providers/language-models/token-usage';

/** How long (ms) an answer that is complete waits for the end of its response. */
const LONGEST_END_MS = 100;

/** What is particular about a provider. */
export interface LanguageModelSource {
  /** The first part of its models' names. */
  name: string;
  /** A model of it that calls through `fetch`. */
  model(name: string, fetch: typeof globalThis.fetch): LanguageModelV3;
  /** What it is to know besides. @param schema that the answer is held to, if any */
  options?(schema: JsonSchema | null): LanguageModelV3CallOptions['providerOptions'];
}

/**
 * A provider of the AI SDK, called one stream at a time (`doStream`). The SDK puts a request into the provider's own
 * words and reads its events; what is called again, and when, is the engine's.
 */
export function languageModelProvider(source: LanguageModelSource): Provider {
  return { name: source.name, stream: (request) => streamAnswer(source, request) };
}

async function* streamAnswer(source: LanguageModelSource, request: ModelRequest): AsyncGenerator<ModelPart> {
  request.signal.throwIfAborted();
  const [connected, opened] = [latch(), latch()];
  const fetch = providerFetch({ onConnected: connected.release, onOpen: opened.release });
  const answer = source
    .model(request.model, fetch)
    .doStream(callOptions(source, request))
    .then(({ stream }) => stream);
  // The stream of some comes only with its first token, so the events of the connection are told apart from it.
  const settled = answer.then(
    () => {},
    () => {},
  );
  try {
    await Promise.race([connected.released, settled]);
    yield { type: 'connected' };
    await Promise.race([opened.released, settled]);
    const stream = await Promise.race([answer, opened.released.then(() => null)]);
    yield { type: 'open' };
    yield* partsOf(stream ?? (await answer));
  } catch (error) {
    throw request.signal.aborted ? error : readFailure(error, opened.isReleased);
  }
}

function callOptions(source: LanguageModelSource, request: ModelRequest): LanguageModelV3CallOptions {
  const { messages, temperature, maxTokens, traceparent, signal } = request;
  const schema = request.schema && describesObject(request.schema) ? request.schema : null;
  const providerOptions = source.options?.(schema);
  return {
    prompt: messages.map(
      ({ role, text }): LanguageModelV3Message =>
        role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
    ),
    ...(temperature !== null && { temperature }),
    maxOutputTokens: maxTokens,
    ...(schema && { responseFormat: { type: 'json', name: 'answer', schema } }),
    ...(providerOptions && { providerOptions }),
    ...(traceparent && { headers: { traceparent } }),
    abortSignal: signal,
  };
}

async function* partsOf(stream: ReadableStream<LanguageModelV3StreamPart>): AsyncGenerator<ModelPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) return;
      if (part.type === 'text-delta') yield { type: 'text', text: part.delta };
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') yield { type: 'thought' };
      else if (part.type === 'error') {
        // The stream ended, but not the answer.
        if (InvalidResponseDataError.isInstance(part.error)) return;
        throw readFailure(part.error, true);
      } else if (part.type === 'finish') {
        const usage = tokenUsage(part.usage);
        if (usage) yield { type: 'usage', usage };
        const reason = endReason(part.finishReason);
        // A response that was read to its end leaves its connection to the next call.
        await Promise.race([reader.read(), sleep(LONGEST_END_MS)]);
        if (reason) yield { type: 'end', reason };
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Null if the stream ended without saying that the answer does. */
function endReason({ unified, raw }: LanguageModelV3FinishReason): EndReason | null {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'content-filter':
      // An answer that ends as usual was written as a refusal. Anthropic's `refusal` is a filter's.
      return raw === undefined || raw === 'stop' ? 'refusal' : 'filter';
    case 'error':
      throw new ProviderFailure('The provider ended its reply with an error.', { status: 500 });
    default:
      return raw === undefined ? null : 'stop';
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
