import type { TokenUsage } from '@/lib/engine/models/cost';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import type { StepApproval } from '@/lib/engine/run/run-store';
import type { SentMessage } from '@/lib/engine/run/sent-messages';
import type { RunError, StepStatus, Workflow } from '@/lib/engine/workflow';

/** An attempt as it's stored. */
export interface RecordedAttempt {
  position: number;
  number: number;
  model: string;
  outcome: 'RUNNING' | 'ANSWERED' | 'FAILED' | 'CANCELED' | 'LOST' | 'PASSED_OVER';
  code: string | null;
  failureKind: string | null;
  message: string | null;
  /** HTTP status of the provider. */
  status: number | null;
  usage: TokenUsage;
  estimated: boolean;
  costNanos: number | null;
  firstTokenMs: number | null;
  milliseconds: number | null;
  /** Milliseconds since the epoch, as all moments. */
  startedAt: number;
  retryAt: number | null;
}

/** A message that a step has sent, without its text. */
export interface RecordedMessage {
  role: SentMessage['role'];
  /** Of the attempt that sent it first. */
  number: number;
  /** As they're estimated before a call. */
  tokens: number;
}

/** A kept message without its text. If it was cut, its tokens are in proportion to the kept part. */
export function recordedMessage({
  role,
  number,
  content,
  ending,
  bytes,
}: SentMessage & { number: number }): RecordedMessage {
  if (ending === null) return { role, number, tokens: estimateTokens(content) };
  const kept = content + ending;
  const tokens = Math.ceil((estimateTokens(kept) * bytes) / Math.max(1, Buffer.byteLength(kept)));
  return { role, number, tokens };
}

/** A settled step as it's stored, without its output. */
export interface RecordedStep {
  position: number;
  status: StepStatus;
  error: RunError | null;
  reason: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** As far as they are kept, in the order in which they left. */
  messages: readonly RecordedMessage[];
  /** Its request to a person; null if it made none. If nobody decided before the step ended, `decidedAt` is null. */
  approval: StepApproval | null;
}

/** A job that has ended, as far as a drill needs it. */
export interface RecordedJob {
  workflow: Workflow;
  /** Steps that ran at once. */
  slots: number;
  createdAt: number;
  startedAt: number | null;
  steps: readonly RecordedStep[];
  /** By position and number. */
  attempts: readonly RecordedAttempt[];
}
