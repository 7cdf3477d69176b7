'use client';
import { useSearchParams } from 'next/navigation';
import { useQuery } from 'urql';
import { useAddress } from '@/components/ui/use-address';
import { limits } from '@/lib/config/limits';
import { formatExactDollars } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { namesIn } from './use-job-filters';

const sumsQuery = graphql(`
  query ExecutionSums(
    $userId: ID
    $template: String
    $status: JobStatus
    $errorCode: String
    $model: String
    $callOutcome: String
    $exceptTemplates: [String!]
    $apiKeyId: ID
    $withFallbacks: Boolean
    $from: Date
    $to: Date
    $endedFrom: Date
    $endedTo: Date
  ) {
    sumJobs(
      userId: $userId
      template: $template
      status: $status
      errorCode: $errorCode
      model: $model
      callOutcome: $callOutcome
      exceptTemplates: $exceptTemplates
      apiKeyId: $apiKeyId
      withFallbacks: $withFallbacks
      from: $from
      to: $to
      endedFrom: $endedFrom
      endedTo: $endedTo
      withBulkRows: true
      onlyExecutions: true
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

/** The parameters of the dashboards' links, and of pages. */
const understood = new Set([
  ...['executions', 'rows', 'status', 'error', 'template', 'model', 'call', 'except', 'key', 'user'],
  ...['fallbacks', 'from', 'to', 'ended-from', 'ended-to', 'after', 'before'],
]);

/**
 * Says what the executions of a list add up to, if the address is that of a dashboard's number. If usage counts more, it
 * says how many are still kept.
 * @param ownerId whose jobs the list contains, whatever the address says; null for those of the account
 */
export function ExecutionsNote({ ownerId }: { ownerId: string | null }) {
  const address = useAddress();
  const names = [...useSearchParams().keys()];
  const status = address.get('status')?.toUpperCase();
  const isAsked =
    address.get('executions') === 'yes' &&
    address.get('rows') === 'yes' &&
    (status === undefined || status === 'FAILED') &&
    names.every((name) => understood.has(name));
  const [{ data }] = useQuery({
    query: sumsQuery,
    variables: {
      userId: ownerId ?? address.get('user'),
      template: address.get('template'),
      status: status === 'FAILED' ? 'FAILED' : null,
      errorCode: address.get('error'),
      model: address.get('model'),
      callOutcome: address.get('call'),
      exceptTemplates: namesIn(address.get('except')),
      apiKeyId: address.get('key'),
      withFallbacks: address.get('fallbacks') === 'yes' ? true : null,
      from: address.get('from'),
      to: address.get('to'),
      endedFrom: address.get('ended-from'),
      endedTo: address.get('ended-to'),
    },
    pause: !isAsked,
    requestPolicy: 'cache-and-network',
  });
  if (!isAsked) return null;
  return (
    <p className="mb-4 min-h-[1lh] text-[14.5px] text-muted" role="status">
      {data ? sumsSentence(data.sumJobs, callNoun(address.get('call')), status === undefined) : ' '}
    </p>
  );
}

const tokens = { one: 'token', other: 'tokens' };
const executions = { one: 'execution', other: 'executions' };

const calls = { one: 'call of a model', other: 'calls of models' };
const failedCalls = { one: 'failed call', other: 'failed calls' };
const skippedCalls = { one: 'skipped model', other: 'skipped models' };

/** The noun of the calls that a list counts. @param outcome as the address has it */
function callNoun(outcome: string | null) {
  if (outcome === null) return calls;
  return outcome === 'PASSED_OVER' ? skippedCalls : failedCalls;
}

/**
 * `12 of 15 executions are still kept (2 failed), with 30 calls of models, 1,204 tokens in and 300 out, $0.0042 in all.`
 * @param saysFailed whether failed ones are counted apart: not if all are
 */
export function sumsSentence(
  { jobs, failedJobs, hasMore, cost, unknownCostCount, countedExecutions, ...work }: Sums,
  noun = calls,
  saysFailed = true,
): string {
  if (hasMore && (countedExecutions === null || countedExecutions > jobs))
    return `At least ${formatQuantity(jobs, executions)}. Only the newest ${formatCount(limits.jobSums.max)} jobs were added up.`;
  const unknown = unknownCostCount > 0 ? `, and ${formatCount(unknownCostCount)} of unknown cost` : '';
  const failed = saysFailed && failedJobs > 0 ? ` (${formatCount(failedJobs)} failed)` : '';
  const used = `${formatQuantity(work.tokensIn, tokens)} in and ${formatCount(work.tokensOut)} out`;
  const price = `${failed}, with ${formatQuantity(work.calls, noun)}, ${used}, ${formatExactDollars(cost)}${unknown}`;
  if (countedExecutions === null || countedExecutions <= jobs)
    return `${formatQuantity(jobs, executions)}${price} in all.`;
  const kept = `${formatCount(jobs)} of ${formatQuantity(countedExecutions, executions)} ${jobs === 1 ? 'is' : 'are'} still kept${price} in all.`;
  return `${kept} Usage also counts deleted jobs, and executions from before jobs were listed.`;
}
