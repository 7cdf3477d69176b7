'use client';
import { useCallback, useRef, useState } from 'react';
import { type Client, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { ConfirmDialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/link';
import { Failure, Outcome } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatQuantity } from '@/lib/format/number';
import { queryFresh, sendMutation } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf, type VariablesOf } from '@/lib/graphql-client/graphql';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import { jobStateWords, jobTones } from './job';
import { costPlaces, formatCost } from './measures';

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

const rerunMutation = graphql(`
  mutation RerunJobs(
    $key: String!
    $jobIds: [ID!]
    $status: RerunnableStatus
    $after: ID
    $limit: Int
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
    rerunJobs(
      idempotencyKey: $key
      jobIds: $jobIds
      limit: $limit
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
      started
    }
  }
`);

export type RerunFilters = VariablesOf<typeof planQuery>;
type Plan = ResultOf<typeof planQuery>['planRerunJobs'];

/** Jobs that were started, and how many were meant to. */
export interface StartedJobs {
  ids: readonly string[];
  planned: number;
}

/** How many jobs have started, with the way to them: filters that their predecessors match may leave them out. */
export function StartedNote({ base, started }: { base: string; started: StartedJobs | null }) {
  const [only, ...others] = started?.ids ?? [];
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Outcome result={started && { done: true, text: startedWords(started) }} />
      {only && (
        <TextLink href={others.length > 0 ? base : `${base}/${only}`}>
          {others.length > 0 ? 'Show the newest jobs' : 'Show the job'}
        </TextLink>
      )}
    </div>
  );
}

interface RerunQuestionProps {
  /** RerunFilters, or the ids of the jobs alone. */
  filters: RerunFilters & { withBulkRows?: boolean | null };
  onClose: () => void;
  onStarted: (started: StartedJobs) => void;
}

/** Asks before jobs run again, with their number and price, and starts them. */
export function RerunQuestion({ filters, onClose, onStarted }: RerunQuestionProps) {
  const client = useClient();
  // Jobs that can't run again keep no older ones from it.
  const [after, setAfter] = useState<string | null>(null);
  const close = useRef<HTMLButtonElement>(null);
  const asked = JSON.stringify({ ...filters, after });
  const read = useCallback(() => readPlan(client, JSON.parse(asked)), [client, asked]);
  const loaded = useLoaded(read, "The jobs couldn't be counted.");
  const plan = loaded.status === 'ready' ? loaded.data : null;
  // Not more than were asked about, though others may have failed since.
  const limit = filters.jobIds ? null : Math.max(1, plan?.jobs ?? 0);
  // However often the same confirmation is sent, each job runs again once.
  const call = useRef({ of: '', key: '' });
  const of = `${asked} ${limit}`;
  if (call.current.of !== of) call.current = { of, key: crypto.randomUUID() };
  const confirm = async () => {
    const { rerunJobs } = await sendMutation(
      client,
      rerunMutation,
      { ...filters, after, limit, key: call.current.key },
      "The jobs couldn't be started. Try again.",
    );
    onStarted({ ids: rerunJobs.started, planned: plan?.jobs ?? 0 });
  };
  return (
    <ConfirmDialog
      cancelButton={close}
      cancelLabel={plan?.jobs === 0 ? 'Close' : 'Cancel'}
      confirmLabel="Run again"
      onConfirm={confirm}
      onOpenChange={(open) => !open && onClose()}
      open
      question={
        plan
          ? `Run ${formatQuantity(plan.jobs, { one: 'job', other: 'jobs' })} again?`
          : 'Run these jobs again?'
      }
      ready={plan !== null && plan.jobs > 0}
      tone="dark"
    >
      {loaded.status === 'loading' && <Skeleton className="mt-3 h-[88px]" />}
      {loaded.status === 'failed' && (
        <Failure
          className="mt-4"
          message="The jobs couldn't be counted."
          onRetry={loaded.retry}
          wait={loaded.wait}
        />
      )}
      {plan && (
        <Consequences hasRows={filters.withBulkRows === true} isNamed={filters.jobIds != null} plan={plan} />
      )}
      {plan && plan.chosen.length > 0 && <ChosenJobs chosen={plan.chosen} />}
      {plan?.jobs === 0 && plan.hasMore && (
        <Button
          className="mt-3"
          onClick={() => {
            // The button is about to go.
            close.current?.focus();
            setAfter(plan.lastJobId);
          }}
          size="small"
          variant="line"
        >
          Check older jobs
        </Button>
      )}
    </ConfirmDialog>
  );
}

const readPlan = async (client: Client, filters: RerunFilters): Promise<Plan> =>
  (await queryFresh(client, planQuery, filters)).planRerunJobs;

interface ConsequencesProps {
  plan: Plan;
  hasRows: boolean;
  /** Each job was chosen: why one is skipped matters. */
  isNamed: boolean;
}

function Consequences({ plan, hasRows, isNamed }: ConsequencesProps) {
  const leftOut = plan.leftOut.length;
  return (
    <div className="mt-2 grid min-h-[88px] gap-2 text-[15px] text-muted">
      {plan.jobs > 0 && (
        <p>
          Estimate <strong className="text-text">{formatCost(plan.estimatedCost)}</strong>, at most{' '}
          {formatCost(plan.maxCost)} without failed attempts
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
function Reasons({ leftOut }: Pick<Plan, 'leftOut'>) {
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
function ChosenJobs({ chosen }: Pick<Plan, 'chosen'>) {
  const places = costPlaces(chosen.map(({ estimatedCost }) => estimatedCost));
  return (
    <div
      className="mt-3 max-h-[min(320px,40vh)] overflow-y-auto rounded-panel border border-rule px-3 [--below-header:0px] [--surface:white]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      <DataTable
        columns={chosenColumns(places)}
        keyOf={({ job }) => job.id}
        label="Jobs to run again"
        rows={chosen}
      />
    </div>
  );
}

/** @param places decimals of the estimates */
const chosenColumns = (places: number): DataColumn<Plan['chosen'][number]>[] => [
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
    cell: ({ estimatedCost }) => formatCost(estimatedCost, places),
  },
];

function startedWords({ ids, planned }: StartedJobs): string {
  const words = `${formatQuantity(ids.length, { one: 'job', other: 'jobs' })} started.`;
  return ids.length < planned ? `${words} ${planned - ids.length} couldn't start.` : words;
}
