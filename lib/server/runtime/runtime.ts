import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobStatus } from '@/lib/engine/workflow';
import type { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { DatabaseUnavailable } from '@/lib/server/database/database-failure';
import type { EmailLimiter } from '@/lib/server/email/email-limiter';
import type { JobCounts } from '@/lib/server/jobs/worker/log-recorded-jobs';
import type { WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import type { RateLimiter } from '@/lib/server/rate-limit/rate-limiter';
import type { ServerContext } from './context';

/** The API's objects, which live as long as the process. */
export interface ApiRuntime {
  context: ServerContext;
  signInLimiter: SignInLimiter;
  emailLimiter: EmailLimiter;
  /** Of signed links of approvals. */
  linkLimiter: RateLimiter;
  apiLimiter: ApiLimiter;
  workflows: WorkflowRuntime;
  /** Writes what is in memory only, then closes the database. Called once no request is under way. */
  close(): Promise<void>;
}

/** A job that a call has started, or asked for by its id, as the call returned it. */
export interface NotedJob {
  jobId: string;
  status: JobStatus;
  /** Of its error. */
  code?: string | undefined;
}

/**
 * Facts about a request, for the server's log and metrics: only ids and names of ours, nothing that a person or a
 * client chose.
 */
export interface RequestNotes {
  /**
   * The root fields of the schema that were called, with `OK` or the code of the first error; `none` if the document
   * called none.
   */
  fields: {
    field: string;
    code: string;
    /** From the start of its operation to the result. */
    seconds?: number;
    job?: NotedJob;
  }[];
  /** The jobs that fields have returned, by response key. */
  jobs?: Map<string | number, NotedJob>;
  accountId?: string;
  userId?: string;
  /**
   * Called with the bytes the request keeps in memory from now on: its body while it arrives, its response until it has
   * been read (server/http/connections/held-bytes.ts). A body that `isReceived` is complete.
   */
  hold?: (bytes: number, isReceived?: boolean) => void;
  /** Called once the call only waits for work of the server's: others can begin (server/http/connections/take-turns.ts). */
  endTurn?: () => void;
  /** While the call only waits for work of the server's: lets it respond with what there is by then. */
  answerEarly?: () => void;
  /** Whether the response is a stream of events, which lasts as long as its client listens. */
  isStream?: true;
  /** Called once the response has become such a stream: it isn't a call under way any longer. */
  onStream?: () => void;
}

/**
 * Responds to a probe of `/api/health` or `/api/health/ready`, with any method.
 * @returns the whole response; a response to HEAD is sent without its text
 */
export type Health = (
  path: string,
  method: string,
) => Promise<{ status: number; text: string; headers: Record<string, string> }>;

/** How busy the database's one writer is. */
interface WriteLoad {
  /** How many transactions wait for their turn. */
  waiting: () => number;
  /** When the newest one was committed, on the clock of `performance.now()`. */
  committedAt: number;
  /** Called when a transaction begins, with the seconds it waited. */
  onStart: (seconds: number) => void;
  /** @param result refused: a rule of ours has rolled it back */
  onEnd: (result: 'committed' | 'refused' | 'failed') => void;
}

/**
 * Where the trace of an ended job went: it was taken by the receiver; its caller's trace isn't sampled; the job was
 * deleted before it was read; too many waited; the receiver didn't take it; or the process ended first.
 */
export type TraceResult = 'sent' | 'unsampled' | 'deleted' | 'queue_full' | 'failed' | 'ended';

/** Counts for the metrics. */
export interface TraceCounts {
  onTraces(result: TraceResult, traces: number): void;
  /** Spans that the receiver rejected in a request that it took. */
  onRejected(spans: number): void;
  /** How many traces wait. */
  waiting: () => number;
}

/** The streams of events that are open. */
interface Streams {
  /** Each ends one. */
  readonly open: Set<() => void>;
  /** Whether the process ends, so that no further one begins. */
  isEnding: boolean;
}

/** The state that a process has once. */
interface Runtime {
  /** From the start (starting/start-runtime.ts). */
  api?: ApiRuntime;
  /** Under `next dev` and `next start`: releases the SQLite file, which is held as long as this is kept. */
  releaseDatabase?: () => void;
  /** From the start, under `next dev` and `next start` (starting/health.ts). */
  health?: Health;
  /** The notes of the request at hand, if the server in front asked for them. */
  readonly requestNotes: AsyncLocalStorage<RequestNotes>;
  /** Errors that have been logged, so that none is logged twice. */
  readonly loggedErrors: WeakSet<object>;
  readonly writeLoad: WriteLoad;
  readonly jobCounts: JobCounts;
  readonly traceCounts: TraceCounts;
  readonly streams: Streams;
}

// On globalThis, because several copies of this module must share one object. They are in the server in front of Next
// and in Next's bundle, and each hot reload makes another.
const holder = globalThis as typeof globalThis & { switchyard?: Runtime };

holder.switchyard ??= {
  requestNotes: new AsyncLocalStorage(),
  loggedErrors: new WeakSet(),
  writeLoad: {
    waiting: () => 0,
    committedAt: Number.NEGATIVE_INFINITY,
    onStart: () => {},
    onEnd: () => {},
  },
  jobCounts: { onCall: () => {}, onEnd: () => {} },
  traceCounts: { onTraces: () => {}, onRejected: () => {}, waiting: () => 0 },
  streams: { open: new Set(), isEnding: false },
};

export const runtime: Runtime = holder.switchyard;

export const { requestNotes, writeLoad, jobCounts, traceCounts } = runtime;

/** Ends every open stream of events, and from now on each one as it begins, because the process ends. */
export function endStreams(): void {
  runtime.streams.isEnding = true;
  for (const end of runtime.streams.open) end();
}

/**
 * The context of this process and its limiters.
 * @throws DatabaseUnavailable if the database kept it from starting; the log says why
 */
export function apiRuntime(): ApiRuntime {
  if (!runtime.api) throw new DatabaseUnavailable('missing');
  return runtime.api;
}

export const loggedErrors = {
  /** Notes that an error has been logged. @returns false if it had been noted before */
  add: (error: unknown): boolean => {
    if (typeof error !== 'object' || error === null) return true;
    const isFirst = !runtime.loggedErrors.has(error);
    runtime.loggedErrors.add(error);
    return isFirst;
  },
};
