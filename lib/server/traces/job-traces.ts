import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SqlReader } from '@/lib/server/database/database';
import type { RecordedJob } from '@/lib/server/jobs/worker/log-recorded-jobs';
import { turns } from '@/lib/server/runtime/fair-turns';
import type { TraceCounts, TraceResult } from '@/lib/server/runtime/runtime';
import { jobSpans } from './job-spans';
import { readEndedJobs } from './read-ended-jobs';
import type { SendSpans, Span } from './send-spans';
import { TraceQueue, type WaitingTrace } from './trace-queue';

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
  batchSpans?: number;
}

/**
 * Sends the traces of jobs that this process has ended, a request at a time. They are made from what is recorded. No job
 * waits for it, and a trace that can't be sent is dropped and counted.
 */
export class JobTraces {
  readonly #rows: SqlReader;
  readonly #options: Required<Options>;
  readonly #queue: TraceQueue;
  /** Of the batch that is being sent. */
  #sending = 0;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #sender: Promise<SendSpans> | undefined;
  #hasEnded = false;

  constructor(rows: SqlReader, options: Options) {
    this.#rows = rows;
    this.#options = {
      gatherMs: GATHER_MS,
      flushMs: FLUSH_MS,
      mostWaiting: MOST_WAITING,
      batchSpans: BATCH_SPANS,
      ...options,
    };
    this.#queue = new TraceQueue(this.#options.mostWaiting);
    options.counts.waiting = () => this.#queue.size;
  }

  /** Takes the jobs among them that have ended. */
  add(jobs: readonly RecordedJob[]): void {
    for (const { id, accountId, end } of jobs)
      if (end && this.#queue.add({ id, accountId, spans: end.attempts + 2 }))
        this.#options.counts.onTraces('queue_full', 1);
    this.#schedule();
  }

  /** Sends what waits, for some seconds at most; the rest is dropped. */
  async close(): Promise<void> {
    this.#begin();
    await Promise.race([this.#working, sleep(this.#options.flushMs, undefined, { ref: false })]);
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    const left = this.#queue.clear() + this.#sending;
    if (left === 0) return;
    this.#options.counts.onTraces('ended', left);
    this.#options.logger.warn({ traces: left }, "Traces of jobs weren't sent before the end");
  }

  #open(): Promise<SendSpans> {
    this.#sender ??= this.#options.open();
    return this.#sender;
  }

  #schedule(): void {
    if (this.#queue.size === 0 || this.#working || this.#hasEnded) return;
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
    while (this.#queue.size > 0 && !this.#hasEnded) {
      const batch = this.#nextBatch();
      this.#sending = batch.length;
      await this.#unlessFailed(batch.length, () => this.#sendBatch(batch.map(({ id }) => id)));
      this.#sending = 0;
      await nextTurn();
    }
  }

  #nextBatch(): WaitingTrace[] {
    const batch: WaitingTrace[] = [];
    let spans = 0;
    for (let next = this.#queue.first(); next; next = this.#queue.first()) {
      spans += next.spans;
      if (batch.length === BATCH_JOBS || (batch.length > 0 && spans > this.#options.batchSpans)) break;
      this.#queue.take();
      batch.push(next);
    }
    return batch;
  }

  /** @throws Error if they can't be read */
  async #sendBatch(ids: readonly string[]): Promise<void> {
    await turns.begin('traces');
    const jobs = await readEndedJobs(this.#rows, ids);
    const traces = jobs.map(jobSpans).filter((spans) => spans !== null);
    this.#count('unsampled', jobs.length - traces.length);
    this.#count('deleted', ids.length - jobs.length);
    const { batchSpans } = this.#options;
    for (const together of inRequests(traces, batchSpans))
      await this.#unlessFailed(together.length, async () => {
        const send = await this.#open();
        const spans = together.flat();
        // Of a trace that is in two requests, receivers put the parts together.
        for (let from = 0; from < spans.length; from += batchSpans)
          await send(spans.slice(from, from + batchSpans));
        this.#count('sent', together.length);
      });
  }

  /** Counts traces as failed if they can't be sent, and logs why. */
  async #unlessFailed(traces: number, send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (this.#hasEnded) return;
      this.#count('failed', traces);
      this.#options.logger.warn({ err: error, traces }, "Traces of jobs couldn't be sent");
    }
  }

  /** Counts what became of traces of the current batch, unless the end of the process has counted them. */
  #count(result: TraceResult, traces: number): void {
    if (this.#hasEnded) return;
    this.#sending -= traces;
    this.#options.counts.onTraces(result, traces);
  }
}

/** Whole traces, as many as a request has space for. A larger one is alone, in several requests. */
function inRequests(traces: readonly Span[][], most: number): Span[][][] {
  const requests: Span[][][] = [];
  let left = 0;
  for (const spans of traces) {
    const request = requests.at(-1);
    if (request && spans.length <= left) request.push(spans);
    else {
      requests.push([spans]);
      left = most;
    }
    left -= spans.length;
  }
  return requests;
}
