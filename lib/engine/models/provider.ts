/** A JSON Schema, as callers and tasks write it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Tokens of one call by the five kinds that have prices of their own; the kinds don't overlap. */
export interface TokenUsage {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
}

export interface Message {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

/** One call of a model. */
export interface ModelRequest {
  /** The model's name at its provider, without the provider: `fast`. */
  model: string;
  messages: readonly Message[];
  temperature: number;
  maxTokens: number;
  /** The shape of the answer, for models with a structured mode; null for prose and source. */
  schema: JsonSchema | null;
  /** What the messages were made from. The sandbox works on it; real providers read the messages alone. */
  work: {
    task: string;
    /** Parsed by the task's own schema. */
    options: unknown;
    instructions: string;
    tone: string;
    /** The material. */
    text: string;
  };
  /** Whose step it is. */
  accountId: string;
  /** How many calls of this model the step has made before. */
  earlierCalls: number;
  /** Aborted if the caller has left, the job was canceled or a clock has run out: the call must end at once. */
  signal: AbortSignal;
}

/** What a call brings, in order: `open` once the provider has accepted it, text as it comes, usage, and one `end`. */
export type ModelPart =
  | { type: 'open' }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'end'; reason: 'stop' | 'length' | 'refusal' };

/** Why a provider gave no answer, as its status and words. The engine decides what follows. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  /**
   * @param options.status of its HTTP response; null if there was none: no connection, reset, broken off
   * @param options.retryAfterMs if the provider says when to come back
   * @param options.reason for what a status alone doesn't say
   */
  constructor(
    message: string,
    readonly options: {
      status: number | null;
      retryAfterMs?: number;
      reason?: 'context' | 'refusal' | 'unknown_model' | 'unreadable';
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
