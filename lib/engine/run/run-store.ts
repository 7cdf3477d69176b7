import type { CallEnd, CallStart, EarlierCall, Tally } from '@/lib/engine/calls/attempt-log';
import type { ApprovalRequest } from '@/lib/engine/run/run-error';
import type { EarlierMessages, NewMessages } from '@/lib/engine/run/sent-messages';
import type { CallbackInput, JobStatus, RunError, StepStatus, Workflow } from '@/lib/engine/workflow';

/** A call of a model that is about to begin. Attempts are numbered within their step. */
export interface AttemptStart extends CallStart {
  position: number;
}

/** The messages that an attempt is the first of its step to send. */
export interface SentPrompt extends NewMessages {
  position: number;
  /** Of the attempt. */
  number: number;
}

/** How an attempt ended. */
export type AttemptEnd = CallEnd & { position: number };

/** An attempt of an earlier run. */
export interface EarlierAttempt extends EarlierCall {
  position: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Of one without an end, when it began. */
  endedAt: number;
}

/** The output of a piece of a text that fits no model. */
export interface FinishedPiece {
  /** The length of the piece, by which it is known if the text is divided in another way the next time. */
  characters: number;
  output: unknown;
  /** Of its output's JSON. */
  bytes: number;
  model: string;
  truncated: boolean;
  /** The number of the attempt that it is from. */
  attempt: number;
}

/** The state of a step as it is stored. */
export interface StepState extends Tally {
  position: number;
  status: StepStatus;
  output: unknown;
  /** Of its output's JSON; 0 without one. */
  outputBytes: number;
  error: RunError | null;
  model: string | null;
  /** Why that model was chosen. */
  reason: string | null;
  /** Models that were called and failed before it. */
  fallbacks: readonly string[];
  truncated: boolean;
  latencyMs: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** While it is parked: when it continues. */
  waitingUntil: number | null;
  /** While it is parked or has been given back: the pieces of its text that needn't be asked for again. */
  pieces: readonly FinishedPiece[];
  /** Its request to a person; null if it has made none. */
  approval: StepApproval | null;
}

/** A request for approval, as a run knows it. Its text is read when it's needed. */
export interface StepApproval {
  requestedAt: number;
  expiresAt: number;
  /** Null while it is open. */
  decidedAt: number | null;
}

/** The outcome of a request for approval. */
export interface ApprovalDecision {
  state: 'APPROVED' | 'EDITED' | 'REFUSED' | 'TIMED_OUT';
  decidedAt: number;
  /** The text that was asked about or, if it was edited, the new one. */
  text: string;
  /** Of the person; null if none was given. */
  reason: string | null;
}

/** A new request for approval. */
export interface NewApproval extends ApprovalRequest {
  position: number;
  requestedAt: number;
  /** The callbacks that report it. */
  callbacks: readonly CallbackInput[];
}

/** A job's time by cause, in milliseconds; the sum is the time from its acceptance to its end. */
export interface JobTimes {
  /** Before its first step, and later while it was in no process: in its queue again, or after a process had ended. */
  queueMs: number;
  /** While at least one call of a model was under way. */
  providerMs: number;
  /** While no call was under way, and a step waited to call its model again. */
  retryMs: number;
  /** While nothing of that was, and a step waited for a person. */
  approvalMs: number;
  /** The rest: Switchyard's own work. */
  ownMs: number;
}

/** How a job ends. Moments in milliseconds since the epoch. */
export interface JobEnd {
  status: Exclude<JobStatus, 'QUEUED' | 'RUNNING'>;
  error: RunError | null;
  tokensIn: number;
  tokensOut: number;
  costNanos: number | null;
  /** The model that was called last, under which the execution counts; null if none was. */
  model: string | null;
  /** Whether that model has replied to the job: then it exists, and its name isn't made up. */
  hasReply: boolean;
  /** Calls of models over all steps. */
  attempts: number;
  /** That were called, in the order of their first calls. */
  models: readonly string[];
  /** With which its steps and their calls failed. */
  failureCodes: readonly string[];
  /** Whether a step needed another than its first model. */
  hasFallbacks: boolean;
  startedAt: number | null;
  finishedAt: number;
  times: JobTimes;
}

/** A file that a step has written. */
export interface StepFile {
  /** Within its step, from 1. */
  number: number;
  /** Safe on every system, and unique within its step. */
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
}

/** A change that a run records at once: all of it is stored, or nothing. */
export interface RunChange {
  begun: readonly AttemptStart[];
  /** Of the attempts that begin. */
  prompts: readonly SentPrompt[];
  ended: readonly AttemptEnd[];
  steps: readonly StepState[];
  /** The new outputs of its steps: JSON by position, as both databases can store it. */
  outputs: ReadonlyMap<number, string>;
  /** New requests for approval. */
  approvals: readonly NewApproval[];
  /** The steps whose open requests for approval have no purpose anymore: by position. */
  withdrawn: readonly number[];
  /** Of its completed steps that have written files, how many: by position. They are shown from now on. */
  files: ReadonlyMap<number, number>;
  /** The moment of its first step, once. */
  startedAt: number | null;
  /** When a run that continues its job began, once. */
  resumedAt: number | null;
  /** How the run leaves its job with it; null if it continues. */
  leave: Leave | null;
}

/** How a run leaves its job: with the job's end, without a worker until a moment, or back in the queue as it is. */
export type Leave =
  | { how: 'ended'; end: JobEnd }
  /** If it waits for a person, the wall clock alone says when it continues. */
  | { how: 'parked'; until: number; awaitsApproval: boolean }
  | { how: 'returned' };

/** The end of a job with a change; null if it hasn't ended. */
export const endOf = ({ leave }: Pick<RunChange, 'leave'>): JobEnd | null =>
  leave?.how === 'ended' ? leave.end : null;

/** A change that changes nothing. */
export const noChange: RunChange = {
  begun: [],
  prompts: [],
  ended: [],
  steps: [],
  outputs: new Map(),
  approvals: [],
  withdrawn: [],
  files: new Map(),
  startedAt: null,
  resumedAt: null,
  leave: null,
};

/** How many bytes the outputs of a job may have as JSON. */
export interface OutputBounds {
  /** All of them, by the account's plan. */
  job: number;
  /** Further ones, by what the account's storage had left when the job was dispatched. */
  storageLeft: number;
}

/** A job that a worker has taken. */
export interface TakenJob {
  id: string;
  accountId: string;
  /** W3C Trace Context of the call that started it. */
  traceparent: string | null;
  /** Grows each time the job is taken, so that an earlier worker can't write anymore. */
  epoch: number;
  /** Steps that it may run at once. */
  slots: number;
  outputBounds: OutputBounds;
  /** When it was accepted. */
  createdAt: number;
  startedAt: number | null;
  workflow: Workflow;
  steps: StepState[];
  /** The model that was called last. */
  lastModel: string | null;
  /** Of earlier runs, in the order of their numbers. */
  attempts: readonly EarlierAttempt[];
  /** The messages that earlier runs have kept of steps under way, by position. */
  sent: ReadonlyMap<number, EarlierMessages>;
}

/** Where a run is recorded. */
export interface RunStore {
  /** @returns false if another worker has taken the job: nothing was stored, and the run must end */
  record(job: Pick<TakenJob, 'id' | 'accountId' | 'epoch'>, change: RunChange): Promise<boolean>;
  /**
   * Stores a file of a step that is under way. Nobody reads it before the step has completed; if the step runs again,
   * it is replaced.
   * @returns full if it doesn't fit in the account's storage, taken if another worker has taken the job
   */
  keepFile(
    job: Pick<TakenJob, 'id' | 'accountId' | 'epoch'>,
    position: number,
    file: StepFile,
  ): Promise<'kept' | 'full' | 'taken'>;
  /** The steps of a job whose requests for approval have been decided: by position, when. */
  readDecided(job: Pick<TakenJob, 'id'>): Promise<ReadonlyMap<number, number>>;
  /** Resolves once this process learns that a person decided about a step of the job, or the signal is aborted. */
  nextDecision(job: Pick<TakenJob, 'id'>, signal: AbortSignal): Promise<void>;
  /**
   * The decision about a step. A request that is still open has timed out: it can't be decided afterwards.
   * @returns taken if another worker has taken the job
   */
  closeApproval(
    job: Pick<TakenJob, 'id' | 'accountId' | 'epoch'>,
    position: number,
  ): Promise<ApprovalDecision | 'taken'>;
}

/** A step before it has done anything. */
export const pendingStep = (position: number): StepState => ({
  position,
  status: 'PENDING',
  output: null,
  outputBytes: 0,
  error: null,
  model: null,
  reason: null,
  fallbacks: [],
  truncated: false,
  latencyMs: null,
  startedAt: null,
  finishedAt: null,
  waitingUntil: null,
  pieces: [],
  approval: null,
  attempts: 0,
  lastNumber: 0,
  tokensIn: 0,
  tokensOut: 0,
  costNanos: 0,
});
