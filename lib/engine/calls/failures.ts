import type { JobErrorCode } from '@/lib/config/workflow-errors';
import { ProviderFailure } from '@/lib/engine/calls/provider';

/** How a call of a model can fail. */
export type FailureKind =
  | 'rate_limited'
  | 'unavailable'
  | 'unreadable'
  | 'timed_out'
  | 'stream_cut'
  | 'denied'
  | 'unknown_model'
  | 'context'
  | 'refusal'
  | 'rejected'
  | 'invalid'
  | 'too_much_work'
  | 'truncated';

interface FailureRule {
  /** The error that a caller gets if it is the last. */
  code: JobErrorCode;
  /** Whether the same model is called again: `last` only while no other model is left. */
  again: 'never' | 'always' | 'last';
  /** Whether another model is called: `by_policy` only if the call's policy lists the failure. */
  next: 'never' | 'always' | 'by_policy';
  /** Whether it counts against the model's circuit breaker. */
  breaks: boolean;
}

/** The error code, retries and fallbacks of each kind of failure (docs/engine.md, "What a failure means"). */
export const failureRules: Record<FailureKind, FailureRule> = {
  rate_limited: { code: 'PROVIDER_RATE_LIMITED', again: 'always', next: 'always', breaks: false },
  unavailable: { code: 'PROVIDER_UNAVAILABLE', again: 'always', next: 'always', breaks: true },
  unreadable: { code: 'PROVIDER_REPLY_INVALID', again: 'always', next: 'always', breaks: true },
  timed_out: { code: 'STEP_TIMED_OUT', again: 'last', next: 'always', breaks: true },
  stream_cut: { code: 'STREAM_CUT', again: 'last', next: 'always', breaks: true },
  denied: { code: 'PROVIDER_AUTH_FAILED', again: 'never', next: 'always', breaks: false },
  // A caller may name any model, so this says nothing about the server's key.
  unknown_model: { code: 'MODEL_NOT_FOUND', again: 'never', next: 'always', breaks: false },
  context: { code: 'CONTEXT_EXCEEDED', again: 'never', next: 'always', breaks: false },
  refusal: { code: 'MODEL_REFUSED', again: 'never', next: 'by_policy', breaks: false },
  rejected: { code: 'PROVIDER_REQUEST_REFUSED', again: 'never', next: 'by_policy', breaks: false },
  invalid: { code: 'OUTPUT_INVALID', again: 'never', next: 'always', breaks: false },
  too_much_work: { code: 'OUTPUT_INVALID', again: 'never', next: 'never', breaks: false },
  truncated: { code: 'OUTPUT_TRUNCATED', again: 'never', next: 'never', breaks: false },
};

/**
 * The kind of a stored failure; null if it has none. If another version stored it without a kind that is known here, the
 * code decides: the first kind with that code.
 */
export function storedKind(failureKind: string | null, code: string | null): FailureKind | null {
  const kinds = Object.keys(failureRules) as FailureKind[];
  return (
    kinds.find((kind) => kind === failureKind) ??
    kinds.find((kind) => failureRules[kind].code === code) ??
    null
  );
}

/**
 * Classifies a provider's failure.
 * @param hasText whether a part of the reply had come
 */
export function failureKind(failure: ProviderFailure, hasText: boolean): FailureKind {
  const { status, reason } = failure.options;
  if (reason === 'context') return 'context';
  if (reason === 'refusal') return 'refusal';
  if (reason === 'unreadable') return 'unreadable';
  if (hasText) return 'stream_cut';
  if (reason === 'unknown_model') return 'unknown_model';
  if (status === 401 || status === 403 || reason === 'denied') return 'denied';
  if (status === 429) return 'rate_limited';
  if (status === null || status === 408 || status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'unreadable';
}

const unreadable = new ProviderFailure("The provider's answer couldn't be read.", {
  status: null,
  reason: 'unreadable',
});

/** A provider's error as it is, and anything else that it throws as an unreadable reply. */
export const providerFailure = (error: unknown): ProviderFailure =>
  error instanceof ProviderFailure ? error : unreadable;
