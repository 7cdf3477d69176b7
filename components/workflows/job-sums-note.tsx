'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useQuery } from 'urql';
import { limits } from '@/lib/config/limits';
import { formatExactDollars } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import type { JobFilters } from './use-jobs';

const sumsQuery = graphql(`
  query JobSums(
    $userId: ID
    $search: String
    $metadata: [JobMetadataInput!]
    $template: String
    $status: JobStatus
    $errorCode: String
    $failureCode: String
    $model: String
    $callOutcome: String
    $exceptTemplates: [String!]
    $apiKeyId: ID
    $withFallbacks: Boolean
    $costOver: Float
    $durationOver: Float
    $from: Date
    $to: Date
    $endedFrom: Date
    $endedTo: Date
    $withBulkRows: Boolean
    $onlyExecutions: Boolean
    $awaitsApproval: Boolean
  ) {
    sumJobs(
      userId: $userId
      search: $search
      metadata: $metadata
      template: $template
      status: $status
      errorCode: $errorCode
      failureCode: $failureCode
      model: $model
      callOutcome: $callOutcome
      exceptTemplates: $exceptTemplates
      apiKeyId: $apiKeyId
      withFallbacks: $withFallbacks
      costOver: $costOver
      durationOver: $durationOver
      from: $from
      to: $to
      endedFrom: $endedFrom
      endedTo: $endedTo
      withBulkRows: $withBulkRows
      onlyExecutions: $onlyExecutions
      awaitsApproval: $awaitsApproval
    ) {
      jobs
      failedJobs
      hasMore
      cost
      unknownCostCount
      calls
      tokensIn
      tokensOut
      countedExecutions
    }
  }
`);

type Sums = ResultOf<typeof sumsQuery>['sumJobs'];

interface JobSumsNoteProps {
  filters: JobFilters;
  /** Names the page of the list. */
  place: string;
  /** Differs once rows of that page have changed; null until they are loaded. */
  rowsKey: string | null;
}

/**
 * Says what the jobs of a filtered list add up to. If they are the executions of a dashboard's number, and usage counts
 * more, it says how many are still kept.
 */
export function JobSumsNote({ filters, place, rowsKey }: JobSumsNoteProps) {
  const [{ data, error, fetching }, read] = useQuery({
    query: sumsQuery,
    variables: filters,
    requestPolicy: 'cache-and-network',
  });
  const reread = () => read({ requestPolicy: 'network-only' });
  useReread({ filters, place, rowsKey, isReading: fetching, read: reread });
  const { callOutcome, metadata, onlyExecutions, status } = filters;
  return (
    <p className="mb-4 min-h-[1lh] text-[14.5px] text-muted" role="status">
      {data &&
        sumsSentence(data.sumJobs, {
          ofJobs: onlyExecutions ? executions : jobs,
          ofCalls: callNoun(callOutcome ?? null),
          saysFailed: status !== 'FAILED',
          ...(metadata && { most: limits.jobSums.withMetadata }),
        })}
      {!data && error && "The sums couldn't be loaded."}
    </p>
  );
}

/** The least time (ms) between two readings of the sums, and how many times as long as a reading took it is at least. */
const READ_GAP = 10_000;
const GAP_PER_READING = 20;

interface Reread extends JobSumsNoteProps {
  isReading: boolean;
  read: () => void;
}

/** The state of a list since its sums were read last. */
interface KnownList {
  filters: JobFilters;
  /** When the sums were read. */
  at: number;
  /** The rows of each page that was on show. */
  rowsOf: Map<string, string>;
  /** Whether rows have changed since then. */
  hasChanged: boolean;
}

/**
 * Reads again what belongs to a list once its rows have changed, and not while the window is hidden. Another page of the
 * list has other rows, which is no change.
 */
function useReread({ filters, place, rowsKey, isReading, read }: Reread): void {
  const readNow = useEffectEvent(read);
  /** When the reading under way began; null if there is none. */
  const began = useRef<number>(null);
  const took = useRef(0);
  useEffect(() => {
    if (isReading) began.current = performance.now();
    else if (began.current !== null) {
      took.current = performance.now() - began.current;
      began.current = null;
    }
  }, [isReading]);
  const list = useRef<KnownList>(null);
  useEffect(() => {
    if (rowsKey === null) return;
    // With other filters, the sums are being read anyway.
    if (list.current?.filters !== filters)
      list.current = { filters, at: performance.now(), rowsOf: new Map(), hasChanged: false };
    const known = list.current;
    known.hasChanged ||= (known.rowsOf.get(place) ?? rowsKey) !== rowsKey;
    known.rowsOf.set(place, rowsKey);
    if (!known.hasChanged) return;
    const readIfVisible = () => {
      if (document.hidden) return;
      known.at = performance.now();
      known.hasChanged = false;
      leaving.abort();
      readNow();
    };
    const waitForGap = () => {
      const gap = Math.max(READ_GAP, took.current * GAP_PER_READING);
      return setTimeout(readIfVisible, Math.max(0, known.at + gap - performance.now()));
    };
    let timer = waitForGap();
    const leaving = new AbortController();
    const onReturn = () => {
      clearTimeout(timer);
      timer = waitForGap();
    };
    document.addEventListener('visibilitychange', onReturn, { signal: leaving.signal });
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [filters, place, rowsKey]);
}

const tokens = { one: 'token', other: 'tokens' };
const executions = { one: 'execution', other: 'executions' };
const jobs = { one: 'job', other: 'jobs' };

const calls = { one: 'call of a model', other: 'calls of models' };
const failedCalls = { one: 'failed call', other: 'failed calls' };
const passedOverModels = { one: 'model passed over', other: 'models passed over' };

/** The noun of the calls that a list counts. @param outcome as the address has it */
export function callNoun(outcome: string | null) {
  if (outcome === null) return calls;
  return outcome === 'PASSED_OVER' ? passedOverModels : failedCalls;
}

interface SumsWords {
  ofJobs?: Parameters<typeof formatQuantity>[1];
  ofCalls?: Parameters<typeof formatQuantity>[1];
  /** Whether failed ones are counted apart: not if all are. */
  saysFailed?: boolean;
  /** Jobs that are added up at most. */
  most?: number;
}

/** `12 of 15 executions are still kept (2 failed), with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.` */
export function sumsSentence(
  { jobs: found, failedJobs, hasMore, cost, unknownCostCount, ...sums }: Sums,
  { ofJobs = executions, ofCalls = calls, saysFailed = true, most = limits.jobSums.max }: SumsWords = {},
): string {
  const counted = ofJobs === executions ? sums.countedExecutions : null;
  if (hasMore && (counted === null || counted > found))
    return `At least ${formatQuantity(found, ofJobs)}. Only the newest ${formatCount(most)} jobs were added up.`;
  const unknown = unknownCostCount > 0 ? `, and ${formatCount(unknownCostCount)} of unknown cost` : '';
  const failed = saysFailed && failedJobs > 0 ? ` (${formatCount(failedJobs)} failed)` : '';
  const used = `${formatQuantity(sums.tokensIn, tokens)} in and ${formatCount(sums.tokensOut)} out`;
  const price = `${failed}, with ${formatQuantity(sums.calls, ofCalls)}, ${used}, ${formatExactDollars(cost)}${unknown}`;
  if (counted === null || counted <= found) return `${formatQuantity(found, ofJobs)}${price} in all.`;
  const kept = `${formatCount(found)} of ${formatQuantity(counted, ofJobs)} ${found === 1 ? 'is' : 'are'} still kept${price} in all.`;
  return `${kept} Usage also counts deleted jobs, and executions from before jobs were listed.`;
}
