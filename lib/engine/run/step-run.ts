import type { AttemptLog } from '@/lib/engine/calls/attempt-log';
import type { Engine } from '@/lib/engine/engine';
import type { OutputBudget } from '@/lib/engine/run/output-budget';
import type { ApprovalDecision, FinishedPiece, StepFile, StepState } from '@/lib/engine/run/run-store';
import type { Step, Workflow } from '@/lib/engine/workflow';
import type { RenderedTexts } from './text-memory';

/** One step of a job, with everything needed to run it. */
export interface StepRun {
  accountId: string;
  traceparent: string | null;
  workflow: Workflow;
  step: Step;
  /** All of the job's steps. */
  states: readonly StepState[];
  engine: Engine;
  log: AttemptLog;
  /** Of the whole run. */
  rendered: RenderedTexts;
  /** The finished pieces of its text, in order; grows. Pieces of an earlier run aren't requested again. */
  pieces: FinishedPiece[];
  position: number;
  /** Of all outputs of the job. */
  budget: OutputBudget;
  /** When it began, by the engine's clock that never jumps. */
  calledAt: number;
  /** Stores a file of the step. @throws StepFailure if the account's storage is full, Interruption if the job was taken */
  keepFile(file: StepFile): Promise<void>;
  /** The decision about its text; a request that is still open times out. @throws Interruption */
  closeApproval(): Promise<ApprovalDecision>;
  signal: AbortSignal;
}
