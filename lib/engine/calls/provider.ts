import type { TokenUsage } from '@/lib/engine/models/cost';
import type { JsonSchema } from '@/lib/engine/replies/compile-schema';

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ImagePart {
  type: 'image';
  /** `image/png`, for example. */
  mediaType: string;
  data: Uint8Array;
}

/** A model's call of a tool. */
export interface ToolCallPart {
  type: 'tool_call';
  id: string;
  name: string;
  input: unknown;
}

/** The result of a tool call, by the call's id and name. */
export interface ToolResultPart {
  type: 'tool_result';
  id: string;
  name: string;
  output: string;
}

/** A message of text alone, as steps send them. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export type Message =
  | TextMessage
  | { role: 'user'; content: readonly (TextPart | ImagePart)[] }
  | { role: 'assistant'; content: readonly (TextPart | ToolCallPart)[] }
  | { role: 'tool'; content: readonly ToolResultPart[] };

/** One call of a model. */
export interface ModelRequest {
  /** The model's name at its provider, without the provider: `fast`. */
  model: string;
  messages: readonly Message[];
  /** Of all messages, as estimated before the call: a long text is counted once. */
  promptTokens: number;
  /** Null: what the model does by itself. */
  temperature: number | null;
  maxTokens: number;
  /** The shape of the reply; null for prose and source, and for models without a structured mode. */
  schema: JsonSchema | null;
  /** The source of the messages, for the sandbox. Real providers read only the messages. */
  work: {
    task: string;
    /** Parsed by the task's own schema. */
    options: unknown;
    instructions: string;
    tone: string;
    /** The material. */
    text: string;
  };
  /** The account that the call is for. */
  accountId: string;
  /** W3C Trace Context of the original request, to be sent on. */
  traceparent: string | null;
  /** Calls of this model in the same log before. */
  earlierCalls: number;
  /** Aborted if nobody wants the reply anymore, or a deadline has passed: the call must end at once. */
  signal: AbortSignal;
}

/**
 * The parts of a stream, in order.
 * - `connected`, optional: the connection is open.
 * - `open`: the provider has accepted the call.
 * - `thought`: a sign of thinking, with its visible text.
 * - `text`: the next part of the reply.
 * - `usage`, and one `end`.
 */
export type ModelPart =
  | { type: 'connected' }
  | { type: 'open' }
  | { type: 'thought'; text: string }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'end'; reason: EndReason };

/**
 * Why a reply ends: `tool_calls` if the model waits for the results of tools, `refusal` if it declined, `filter` if its
 * provider stopped it.
 */
export type EndReason = 'stop' | 'length' | 'tool_calls' | 'refusal' | 'filter';

/** A reason beyond the status; `denied` if the server's account at the provider can't be used. */
export type FailureReason = 'context' | 'denied' | 'refusal' | 'unknown_model' | 'unreadable';

/** Why a provider gave no reply, by its status and words. The engine decides what follows. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  /**
   * @param options.status of its HTTP response; null if there was none: no connection, reset, broken off
   * @param options.retryAfterMs if the provider says when to come back
   */
  constructor(
    message: string,
    readonly options: {
      status: number | null;
      retryAfterMs?: number;
      reason?: FailureReason;
      /** The part of the request without which the provider may take it. */
      refuses?: 'schema' | 'temperature';
    },
  ) {
    super(message);
  }
}

/** Adapts the API of an AI provider. */
export interface Provider {
  /** The first part of its models' names. */
  name: string;
  /**
   * Calls a model, always streamed. A stream without `end` counts as cut.
   * @throws ProviderFailure
   */
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
