import type { Scope } from '@/lib/engine/expressions/expressions';

/** What one evaluation may use: wall-clock time (ms), and memory (MiB) of its process. */
export const evaluationLimits = { milliseconds: 1_000, mebibytes: 64 } as const;

/** What a process is asked to evaluate, one at a time. */
export interface Evaluation {
  kind: 'template' | 'condition';
  source: string;
  scope: Scope;
}

/** A text for a template, a decision for a condition, or why there is none. */
export type Answer = { value: string | boolean } | { problem: string };

/** What a process says: an answer, with whether it can take the next evaluation at once, or that it now can. */
export type Report = { answer: Answer; isReady: boolean } | 'ready';
