import type { Logger } from 'pino';
import { type Catalog, providerOf } from '@/lib/engine/models/catalog';
import { type TokenUsage, tokensIn, tokensOut } from '@/lib/engine/models/cost';
import type { AttemptEnd, JobEnd, JobTimes } from '@/lib/engine/run/run-store';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';

/** The changes of a job that one transaction has recorded. */
export interface RecordedJob {
  id: string;
  accountId: string;
  calls: readonly (AttemptEnd | LostCall)[];
  end: JobEnd | null;
}

/** A call whose process ended while it was under way, with its estimates. */
interface LostCall extends Omit<AttemptEnd, 'outcome' | 'milliseconds' | 'failureKind'> {
  outcome: 'LOST';
  milliseconds: null;
}

/** An ended call of a model, for the metrics. Times in milliseconds. */
interface CountedCall {
  provider: string;
  /** Its name at the provider; `other` for a model that the catalog lacks, so that callers can't invent labels. */
  model: string;
  /** `OK`, `CANCELED`, `LOST`, or the code of what failed. */
  result: string;
  /** Null if its end isn't known. */
  milliseconds: number | null;
  /** Null if no text came. */
  firstTokenMs: number | null;
  usage: TokenUsage;
  /** Nano-dollars; null if the model's price isn't known. */
  costNanos: number | null;
  /** Whether the model had failed for the same question before. */
  isRetry: boolean;
}

/** An ended job, for the metrics. */
interface CountedJob {
  status: JobEnd['status'];
  /** Of its error; `OK` without one. */
  code: string;
  times: JobTimes;
  /** Whether a step of it has started. */
  hasBegun: boolean;
}

/** Counts for the metrics. */
export interface JobCounts {
  onCall(call: CountedCall): void;
  onEnd(job: CountedJob): void;
}

/**
 * Logs and counts the changes of jobs once they are durable: one line per model call and one per end of a job.
 * A line has ids, names of the catalog, codes and measures, and no text of a caller.
 * @returns called with the recorded changes
 */
export function logRecordedJobs(
  logger: Pick<Logger, 'info' | 'debug'>,
  catalog: Catalog,
  counts: JobCounts,
): (jobs: readonly RecordedJob[]) => void {
  const listed = new Set(catalog.models.map(({ id }) => id));
  const onCall = ({ id, accountId }: RecordedJob, call: RecordedJob['calls'][number]) => {
    const [provider, model] = labelsOf(call.model, listed);
    const line = {
      ...{ jobId: id, accountId, step: call.position + 1, attempt: call.number },
      ...{ model: `${provider}/${model}`, outcome: call.outcome, code: call.code ?? undefined },
    };
    if (call.outcome === 'PASSED_OVER') {
      logger.debug(line, 'Model passed over');
      return;
    }
    const { usage, costNanos, status, milliseconds, firstTokenMs, isRetry } = call;
    logger.info(
      {
        ...line,
        httpStatus: status ?? undefined,
        ...{ ms: rounded(milliseconds), firstTokenMs: rounded(firstTokenMs) },
        ...{ tokensIn: tokensIn(usage), tokensOut: tokensOut(usage), costUsd: dollarsOfNanos(costNanos) },
      },
      'Model call ended',
    );
    const result = resultOf(call);
    counts.onCall({ provider, model, result, milliseconds, firstTokenMs, usage, costNanos, isRetry });
  };
  const onEnd = ({ id, accountId }: RecordedJob, end: JobEnd) => {
    const { status, error, times, attempts } = end;
    const parts = {
      queueMs: Math.round(times.queueMs),
      providerMs: Math.round(times.providerMs),
      retryMs: Math.round(times.retryMs),
      approvalMs: Math.round(times.approvalMs),
      ownMs: Math.round(times.ownMs),
    };
    logger.info(
      {
        ...{ jobId: id, accountId, outcome: status, code: error?.code },
        ms: Object.values(parts).reduce((sum, ms) => sum + ms, 0),
        ...parts,
        ...{ attempts, tokensIn: end.tokensIn, tokensOut: end.tokensOut },
        costUsd: dollarsOfNanos(end.costNanos),
      },
      'Job ended',
    );
    counts.onEnd({ status, code: error?.code ?? 'OK', times, hasBegun: end.startedAt !== null });
  };
  return (jobs) => {
    for (const job of jobs) {
      for (const call of job.calls) onCall(job, call);
      if (job.end) onEnd(job, job.end);
    }
  };
}

/** @param listed the models of the catalog: callers can make up other names, so all of those are one */
export function labelsOf(model: string, listed: ReadonlySet<string>): [provider: string, model: string] {
  const provider = providerOf(model);
  return [provider, listed.has(model) ? model.slice(provider.length + 1) : 'other'];
}

/** A canceled call has a code too, and isn't its provider's fault. */
function resultOf({ outcome, code }: RecordedJob['calls'][number]): string {
  if (outcome === 'ANSWERED') return 'OK';
  return outcome === 'FAILED' ? (code ?? outcome) : outcome;
}

const rounded = (value: number | null): number | undefined =>
  value === null ? undefined : Math.round(value);
