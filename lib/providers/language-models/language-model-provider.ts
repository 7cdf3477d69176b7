import { setTimeout as sleep } from 'node:timers/promises';
import {
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import {
  type EndReason,
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
} from '@/lib/engine/calls/provider';
import { providerFetch } from './provider-fetch';
import { readFailure } from './read-failure';
import { describesObject, strictSchema } from './strict-schema';
import { tokenUsage } from './token-usage';

/** How long (ms) an answer that is complete waits for the end of its response. */
const LONGEST_END_MS = 100;
/** Words of servers for an answer that they didn't finish. */
const unfinished = /error|abort|cancel|fail|timeout|interrupt/i;

/** What is particular about a provider. */
export interface LanguageModelSource {
  /** The first part of its models' names. */
  name: string;
  /** A model of it that calls through `fetch`. */
  model(name: string, fetch: typeof globalThis.fetch): LanguageModelV4;
  /** What only the operator may see: the key, and where it is sent. */
  hidden: readonly string[];
  /** Whether its servers have words of their own for the end of a complete answer. */
  endsInOwnWords?: boolean;
  /** What it is to know besides. @param isStrict whether the answer is held to a schema in the strict form */
  options?(isStrict: boolean): LanguageModelV4CallOptions['providerOptions'];
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
    yield* partsOf(source, stream ?? (await answer));
  } catch (error) {
    throw request.signal.aborted ? error : readFailure(error, opened.isReleased, source.hidden);
  }
}

function callOptions(source: LanguageModelSource, request: ModelRequest): LanguageModelV4CallOptions {
  const { messages, temperature, maxTokens, traceparent, signal } = request;
  const shape = request.schema && describesObject(request.schema) ? request.schema : null;
  const strict = shape && strictSchema(shape);
  const schema = strict ?? shape;
  const providerOptions = source.options?.(strict !== null);
  return {
    prompt: messages.map(
      ({ role, text }): LanguageModelV4Message =>
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
        // The stream ended, but not the answer.
        if (InvalidResponseDataError.isInstance(part.error)) return;
        throw readFailure(part.error, true, source.hidden);
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

/** Null if the stream ended without saying that the answer is complete. */
function endReason(
  { unified, raw }: LanguageModelV4FinishReason,
  { endsInOwnWords = false }: LanguageModelSource,
): EndReason | null {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'content-filter':
      // An answer that ends as usual was written as a refusal. Anthropic's `refusal` is a filter's.
      return raw === undefined || raw === 'stop' ? 'refusal' : 'filter';
    case 'error':
      throw new ProviderFailure('The provider ended its response with an error.', { status: 500 });
    case 'tool-calls':
      return 'stop';
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
