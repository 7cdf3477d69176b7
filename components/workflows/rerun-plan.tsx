import type { Client } from 'urql';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatQuantity } from '@/lib/format/number';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf, type VariablesOf } from '@/lib/graphql-client/graphql';
import { jobStateWords, jobTones } from './job';
import { formatEstimate } from './measures';

const planQuery = graphql(`
  query RerunJobsPlan(
    $jobIds: [ID!]
    $status: RerunnableStatus
    $after: ID
    $userId: ID
    $search: String
    $metadata: [JobMetadataInput!]
    $template: String
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
    $onlyExecutions: Boolean
  ) {
    planRerunJobs(
      jobIds: $jobIds
      status: $status
      after: $after
      userId: $userId
      search: $search
      metadata: $metadata
      template: $template
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
      onlyExecutions: $onlyExecutions
    ) {
      jobs
      pricedJobs
      estimatedCost
      maxCost
      hasMore
      lastJobId
      leftOut {
        jobId
        message
      }
      chosen {
        estimatedCost
        job {
          id: jobId
          name
          status
          waitReason
          deepestError {
            code
            message
          }
        }
      }
    }
  }
`);

export type RerunFilters = VariablesOf<typeof planQuery>;
type RerunPlan = ResultOf<typeof planQuery>['planRerunJobs'];

/** The jobs that would run again, counted and priced now. */
export const readPlan = async (client: Client, filters: RerunFilters): Promise<RerunPlan> =>
  (await queryFresh(client, planQuery, filters)).planRerunJobs;

interface ConsequencesProps {
  plan: RerunPlan;
  hasRows: boolean;
  /** Each job was chosen: why one is skipped matters. */
  isNamed: boolean;
}

/** The consequences of running the jobs again, and why some are skipped. */
export function Consequences({ plan, hasRows, isNamed }: ConsequencesProps) {
  const leftOut = plan.leftOut.length;
  return (
    <div className="mt-2 grid min-h-[88px] gap-2 text-[15px] text-muted">
      {plan.jobs > 0 && (
        <p>
          Estimate <strong className="text-text">{formatEstimate(plan.estimatedCost)}</strong>, at most{' '}
          {formatEstimate(plan.maxCost)} without failed attempts
          {plan.pricedJobs < plan.jobs && `, for the newest ${plan.pricedJobs}`}. Each becomes a new job of
          yours, with the same input and file. Their callbacks are sent again.
          {!isNamed && ' Jobs that were run again before are skipped.'}
        </p>
      )}
      {plan.jobs === 0 && (
        <p>{leftOut > 0 ? 'None of these jobs can run again.' : 'No jobs are left to run again.'}</p>
      )}
      {leftOut > 0 && (
        <p>
          {formatQuantity(leftOut, { one: 'job is', other: 'jobs are' })} skipped
          {isNamed ? ':' : ': no longer kept, or not possible on this server.'}
        </p>
      )}
      {isNamed && leftOut > 0 && <Reasons leftOut={plan.leftOut} />}
      {hasRows && <p>Rows of bulk runs aren't among them. Retry those on their run.</p>}
      {plan.hasMore && plan.jobs > 0 && <p>More jobs may match. Run the others afterwards.</p>}
      {plan.hasMore && plan.jobs === 0 && <p>Older jobs may match, too.</p>}
    </div>
  );
}

/** Why each job is skipped, in a box of their own: there can be a hundred. */
function Reasons({ leftOut }: Pick<RerunPlan, 'leftOut'>) {
  return (
    <ul
      aria-label="Skipped jobs"
      className="grid max-h-[min(200px,30vh)] gap-1.5 overflow-y-auto rounded-panel border border-rule px-3 py-2 text-[14px]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      {leftOut.map(({ jobId, message }) => (
        <li key={jobId}>
          <WholeWords className="block font-mono text-[12px]" text={jobId} /> {message}
        </li>
      ))}
    </ul>
  );
}

/** The jobs in question, in a box of their own: there can be a hundred. */
export function ChosenJobs({ chosen }: Pick<RerunPlan, 'chosen'>) {
  return (
    <div
      className="mt-3 max-h-[min(320px,40vh)] overflow-y-auto rounded-panel border border-rule px-3 [--below-header:0px] [--surface:white]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      <DataTable
        columns={chosenColumns}
        keyOf={({ job }) => job.id}
        label="Jobs to run again"
        rows={chosen}
      />
    </div>
  );
}

const chosenColumns: DataColumn<RerunPlan['chosen'][number]>[] = [
  {
    head: 'Job',
    minWidth: 200,
    priority: 9,
    cell: ({ job: { id, name } }) => (
      <>
        <WholeWords text={name} />
        <WholeWords className="block font-mono text-[12px] text-muted" text={id} />
      </>
    ),
  },
  {
    head: 'Status',
    minWidth: 100,
    priority: 3,
    cell: ({ job }) => <StatusMark tone={jobTones[job.status]}>{jobStateWords(job)}</StatusMark>,
  },
  {
    head: 'Error',
    minWidth: 180,
    priority: 1,
    cell: ({ job: { deepestError } }) =>
      deepestError ? (
        <span className="wrap-anywhere">
          <span className="font-mono text-[12.5px]">{deepestError.code}</span>{' '}
          <span className="subline">{deepestError.message}</span>
        </span>
      ) : (
        '—'
      ),
  },
  {
    head: 'Estimate',
    minWidth: 96,
    priority: 4,
    kind: 'number',
    cell: ({ estimatedCost }) => formatEstimate(estimatedCost),
  },
];
