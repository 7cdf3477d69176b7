import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SqlReader } from '@/lib/server/database/database';
import type { RecordedJob } from '@/lib/server/jobs/worker/log-recorded-jobs';
import { turns } from '@/lib/server/runtime/fair-turns';
import { jobSpans } from './job-spans';
import { readEndedJobs } from './read-ended-jobs';
import type { SendSpans } from './send-spans';
import type { Span } from './span';

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

/** An ended job whose trace waits. Nothing else of it is in memory. */
interface WaitingTrace {
  id: string;
  /** As many spans as it has without its steps. */
  spans: number;
}

/** Traces that wait at most. Further ones are dropped, so that a receiver that is down costs little memory. */
const MOST_WAITING = 10_000;
/** Spans that are read at once, unless a single trace has more, and that a request has. */
const BATCH_SPANS = 512;
/** Jobs that are read at once: a job has a span for each step too, which isn't known before. */
const BATCH_JOBS = 32;
/** How long (ms) traces are gathered for a request. */
const GATHER_MS = 1_000;
/** How long (ms) the end of the process waits for them. */
const FLUSH_MS = 3_000;

interface Options {
  /** Loads what sends spans. Called once, with the first trace. */
  open(): Promise<SendSpans>;
  counts: TraceCounts;
  logger: Pick<Logger, 'warn'>;
  gatherMs?: number;
  flushMs?: number;
  mostWaiting?: number;
}

/**
 * Sends the traces of jobs that this process has ended, a request at a time. They are made from what is recorded. No job
 * waits for it, and a trace that can't be sent is dropped and counted.
 */
export class JobTraces {
  readonly #rows: SqlReader;
  readonly #options: Required<Options>;
  readonly #queue: WaitingTrace[] = [];
  /** Of the batch that is being sent. */
  #sending = 0;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #sender: Promise<SendSpans> | undefined;
  #hasEnded = false;

  constructor(rows: SqlReader, options: Options) {
    this.#rows = rows;
    this.#options = { gatherMs: GATHER_MS, flushMs: FLUSH_MS, mostWaiting: MOST_WAITING, ...options };
    options.counts.waiting = () => this.#queue.length;
  }

  /** Takes the jobs among them that have ended. */
  add(jobs: readonly RecordedJob[]): void {
    for (const { id, end } of jobs) {
      if (!end) continue;
      if (this.#queue.length < this.#options.mostWaiting) this.#queue.push({ id, spans: end.attempts + 2 });
      else this.#options.counts.onTraces('queue_full', 1);
    }
    this.#schedule();
  }

  /** Sends what waits, for some seconds at most; the rest is dropped. */
  async close(): Promise<void> {
    this.#begin();
    await Promise.race([this.#working, sleep(this.#options.flushMs, undefined, { ref: false })]);
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const left = this.#queue.splice(0).length + this.#sending;
    if (left === 0) return;
    this.#options.counts.onTraces('ended', left);
    this.#options.logger.warn({ traces: left }, "Traces of jobs weren't sent before the end");
  }

  #open(): Promise<SendSpans> {
    this.#sender ??= this.#options.open();
    return this.#sender;
  }

  #schedule(): void {
    if (this.#queue.length === 0 || this.#working || this.#hasEnded) return;
    // It is loaded while traces are gathered. A failure is that of each request.
    if (!this.#sender) this.#open().catch(() => {});
    this.#timer ??= setTimeout(() => this.#begin(), this.#options.gatherMs).unref();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      this.#schedule();
    });
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0 && !this.#hasEnded) {
      const batch = this.#nextBatch();
      this.#sending = batch.length;
      try {
        await this.#send(batch.map(({ id }) => id));
      } catch (error) {
        // They were counted already.
        if (this.#hasEnded) return;
        this.#options.counts.onTraces('failed', batch.length);
        this.#options.logger.warn({ err: error, traces: batch.length }, "Traces of jobs couldn't be sent");
      }
      this.#sending = 0;
      await nextTurn();
    }
  }

  #nextBatch(): WaitingTrace[] {
    let spans = 0;
    const end = this.#queue.findIndex((trace, index) => {
      spans += trace.spans;
      return index === BATCH_JOBS || (index > 0 && spans > BATCH_SPANS);
    });
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end);
  }

  /** @throws Error if they can't be read, or the receiver hasn't taken them */
  async #send(ids: readonly string[]): Promise<void> {
    const { counts } = this.#options;
    await turns.begin('traces');
    const jobs = await readEndedJobs(this.#rows, ids);
    const traces = jobs.map(jobSpans).filter((spans) => spans !== null);
    if (traces.length > 0) {
      const send = await this.#open();
      for (const spans of inRequests(traces.flat())) await send(spans);
    }
    counts.onTraces('sent', traces.length);
    counts.onTraces('unsampled', jobs.length - traces.length);
    counts.onTraces('deleted', ids.length - jobs.length);
  }
}

/** Of a trace that is in two requests, receivers put the parts together. */
function* inRequests(spans: readonly Span[]): Generator<Span[]> {
  for (let from = 0; from < spans.length; from += BATCH_SPANS) yield spans.slice(from, from + BATCH_SPANS);
}
