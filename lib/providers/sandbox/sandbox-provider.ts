import {
  type ModelPart,
  type ModelRequest,
  type Provider,
  ProviderFailure,
} from '@/lib/engine/calls/provider';
import type { Clock } from '@/lib/engine/clock';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { TooMuchWork } from '@/lib/engine/replies/problems';
import type { Caller } from '@/lib/engine/text-worker';
import { cutToTokens, endAtCharacter } from '@/lib/providers/sandbox/text/cut-text';
import type { SandboxWork } from './sandbox-work';
import { writeReply } from './write-reply';

const SLOW_MS = 2_000;
const RETRY_AFTER_MS = 1_000;
const LEAST_PART = 32;
const MOST_PARTS = 12;

const modelNames = new Set(['fast', 'quality', 'slow', 'flaky', 'limited', 'down', 'cut', 'stall']);

/** Writes a whole reply, as `writeReply`. Rejects with TooMuchWork, or with the signal's reason. */
export type WriteReply = (
  task: string,
  work: SandboxWork,
  schema: JsonSchema | null,
  caller: Caller,
) => Promise<string>;

const writeHere: WriteReply = async (task, work, schema) => writeReply(task, work, schema);

/**
 * The provider that needs no network: its replies come from plain text algorithms. Some of its models fail in a known
 * way, to try an engine's behavior. The same request brings the same parts.
 * @param write by default, replies are written in this process
 */
export function sandboxProvider(clock: Clock, write: WriteReply = writeHere): Provider {
  return { name: 'sandbox', stream: (request) => streamReply(request, clock, write) };
}

async function* streamReply(
  request: ModelRequest,
  clock: Clock,
  write: WriteReply,
): AsyncGenerator<ModelPart> {
  const { model, signal, work } = request;
  signal.throwIfAborted();
  refuse(request);
  yield { type: 'open' };
  if (model === 'slow') await clock.sleep(SLOW_MS, signal);
  signal.throwIfAborted();

  const whole = await write(
    work.task,
    { ...work, thorough: model === 'quality' },
    request.schema,
    request,
  ).catch((error: unknown) => {
    if (!(error instanceof TooMuchWork)) throw error;
    throw new ProviderFailure(error.message, { status: 400 });
  });
  signal.throwIfAborted();
  const reply = cutToTokens(whole, request.maxTokens);
  const breaksOff = model === 'cut' || model === 'stall';
  const sent = breaksOff ? reply.slice(0, endAtCharacter(reply, Math.ceil(reply.length / 2))) : reply;
  for (const text of partsOf(sent)) {
    yield { type: 'text', text };
    signal.throwIfAborted();
  }
  if (model === 'cut') throw new ProviderFailure('The connection broke off in the answer.', { status: null });
  if (model === 'stall') await untilAborted(signal);

  yield { type: 'usage', usage: usageOf(request, reply) };
  signal.throwIfAborted();
  yield { type: 'end', reason: reply.length < whole.length ? 'length' : 'stop' };
}

/** @throws ProviderFailure if the model fails before its reply */
function refuse({ model, earlierCalls }: ModelRequest): void {
  if (!modelNames.has(model)) {
    throw new ProviderFailure(`The sandbox has no model "${model}".`, {
      status: 404,
      reason: 'unknown_model',
    });
  }
  if (model === 'limited') {
    throw new ProviderFailure('Too many requests.', { status: 429, retryAfterMs: RETRY_AFTER_MS });
  }
  if (model === 'down' || (model === 'flaky' && earlierCalls === 0)) {
    throw new ProviderFailure('The service is unavailable.', { status: 503 });
  }
}

function* partsOf(text: string): Generator<string> {
  const size = Math.max(LEAST_PART, Math.ceil(text.length / MOST_PARTS));
  for (let start = 0; start < text.length; ) {
    const end = endAtCharacter(text, start + size);
    yield text.slice(start, end);
    start = end;
  }
}

function usageOf(request: ModelRequest, reply: string) {
  return {
    input: request.promptTokens,
    cachedInput: 0,
    cacheWrite: 0,
    output: estimateTokens(reply),
    reasoning: 0,
  };
}

/** Never resolves; rejects with the signal's reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
