import type { ModelConfig } from '@/lib/config/models/model-config';
import type { CallDeadlines } from '@/lib/engine/calls/call-deadlines';
import type { FailureKind } from '@/lib/engine/calls/failures';
import type { ModelRequest } from '@/lib/engine/calls/provider';
import type { Engine } from '@/lib/engine/engine';
import type { CallSize } from '@/lib/engine/routing/rank-models';

/** A request to models, and how its reply is read. */
export interface CallRequest<Output>
  extends Pick<
    ModelRequest,
    'accountId' | 'messages' | 'schema' | 'signal' | 'temperature' | 'traceparent' | 'work'
  > {
  size: CallSize;
  /** Rejects with ReplyProblem if the reply has the wrong shape, with TooMuchWork, or once the signal is aborted. */
  read(text: string, truncated: boolean): Promise<Output>;
}

/** Which models are called, how often, and how long. */
export interface CallPolicy {
  /** In the order in which they are called. */
  models: readonly ModelConfig[];
  /** Further calls of one model. */
  retries: number;
  /** Null: the model's usual deadline. */
  deadlines: { [Name in keyof CallDeadlines]: number | null };
  /** The failures, among those left to the policy, that lead to the next model. */
  fallbackOn: readonly FailureKind[];
  /** Whether a truncated reply can still be used. */
  mayBeCut: boolean;
  /** Whether the caller set the temperature. A default is omitted for models that don't take it. */
  isTemperatureNamed: boolean;
}

/** Receives a reply while it comes. Its methods mustn't throw. */
export interface ReplySink {
  /** A call begins: a retry, a correction, or the next model. The text of earlier attempts is void. */
  begin(attempt: { number: number; model: string }): void;
  /** The next part of an attempt's text. */
  text(number: number, part: string): void;
}

/** The parts of the engine that calls need. */
export type CallPorts = Pick<
  Engine,
  'breakers' | 'catalog' | 'clock' | 'measurements' | 'observeCall' | 'providerNames' | 'providers' | 'random'
>;
