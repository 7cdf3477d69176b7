'use client';
import { Button } from '@/components/ui/button';
import { Outcome } from '@/components/ui/outcome';
import { type ReadFile, useDownload } from '@/components/ui/use-download';
import { formatIsoMoment } from '@/lib/format/date';
import { dollarsOf, microsOf } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { jobStateWords, type ListedJob, listedJobFragment } from './job';
import type { JobFilters } from './use-jobs';

/** Jobs in a response, as the query asks for, and in a file: a longer list is filtered by days, a file at a time. */
const PAGE = 200;
const MOST = 10_000;

/** The limit is written out: the server counts the models and errors that a document could return. */
const pageQuery = graphql(
  `
    query JobsPage(
      $after: ID
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
      searchJobs(
        after: $after
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
        jobs(limit: 200) {
          ...ListedJob
        }
        continueFrom
      }
    }
  `,
  [listedJobFragment],
);

interface JobsDownloadProps {
  filters: JobFilters;
  /** Whether the filters can be sent. */
  isValid: boolean;
  /** Whether the list has more than a page. */
  isLong: boolean;
}

/** Saves the jobs that match the filters as CSV; pressed again while it runs, it stops. */
export function JobsDownload({ filters, isValid, isLong }: JobsDownloadProps) {
  const { save, read, result, cancel } = useDownload(filters);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <Button
        aria-disabled={!isValid || undefined}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        onClick={({ detail }) => {
          // The second press of a double one.
          if (detail > 1) return;
          if (read !== null) cancel();
          else if (isValid) void save(readCsv(filters));
        }}
        size="small"
        variant="line"
      >
        {read === null
          ? 'Download CSV'
          : `Cancel (${formatQuantity(read, { one: 'job', other: 'jobs' })} so far)`}
      </Button>
      {isLong && result === null && (
        <span className="text-[13.5px] text-muted">The newest {formatCount(MOST)} at most</span>
      )}
      <Outcome className="empty:hidden" result={result} />
    </div>
  );
}

/** Reads the jobs that match the filters, as a file. */
const readCsv =
  (filters: JobFilters): ReadFile =>
  async (signal, onRead) => {
    const jobs = await readJobs(filters, signal, onRead);
    // The CSV writer is fetched for the first file.
    const { csvText } = await import('@/lib/format/csv-text');
    return {
      file: jobs.length > 0 ? ['jobs.csv', [csvText([heads, ...jobs.map(cellsOf)])], 'text/csv'] : null,
      outcome: outcomeOf(jobs.length),
    };
  };

/** The jobs of all pages, up to the most of a file. */
async function readJobs(
  filters: JobFilters,
  signal: AbortSignal,
  onRead: (count: number) => void,
): Promise<ListedJob[]> {
  const query = createUncachedQuery(signal);
  const jobs: ListedJob[] = [];
  for (let after: string | null = null; jobs.length < MOST; ) {
    const { searchJobs }: ResultOf<typeof pageQuery> = await query(
      pageQuery,
      { ...filters, after },
      "The jobs couldn't be read.",
    );
    jobs.push(...searchJobs.jobs);
    onRead(jobs.length);
    // A search that found fewer has looked at its last job.
    after = searchJobs.jobs.length < PAGE ? searchJobs.continueFrom : (jobs.at(-1)?.id ?? null);
    if (after === null) break;
  }
  return jobs;
}

function outcomeOf(count: number): string {
  if (count === 0) return 'There are no jobs to download.';
  if (count >= MOST)
    return `The newest ${formatCount(MOST)} jobs downloaded. Choose days to download others.`;
  return `${formatQuantity(count, { one: 'job', other: 'jobs' })} downloaded.`;
}

export const heads = [
  ...['job_id', 'name', 'status', 'state', 'user_id', 'api_key', 'created_at', 'started_at', 'finished_at'],
  ...['cost_usd', 'tokens_in', 'tokens_out', 'models', 'fallbacks', 'error_code', 'error_message'],
];

/** A job's row; its cost as usage counts it, so that the rows add up to the list's own sum. */
export const cellsOf = (job: ListedJob): (string | number)[] => [
  ...[job.id, job.name, job.status, jobStateWords(job), job.user_id, job.apiKey?.id ?? ''],
  ...[job.createdAt, job.startedAt, job.finishedAt].map((at) => (at === null ? '' : formatIsoMoment(at))),
  ...[
    job.cost === null ? '' : dollarsOf(microsOf(job.cost)),
    job.tokensIn,
    job.tokensOut,
    job.models.join(' '),
  ],
  job.finishedAt === null ? '' : job.withFallbacks ? 'yes' : 'no',
  ...[job.deepestError?.code ?? '', job.deepestError?.message ?? ''],
];
