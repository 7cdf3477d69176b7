'use client';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { TextLink } from '@/components/ui/link';
import { Failure, Outcome } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { formatQuantity } from '@/lib/format/number';
import { sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { useLoaded } from '@/lib/graphql-client/use-loaded';
import { newKey } from '@/lib/rules/new-key';
import { ChosenJobs, Consequences, type RerunFilters, readPlan } from './rerun-plan';

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
  if (call.current.of !== of) call.current = { of, key: newKey() };
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

function startedWords({ ids, planned }: StartedJobs): string {
  const words = `${formatQuantity(ids.length, { one: 'job', other: 'jobs' })} started.`;
  return ids.length < planned ? `${words} ${planned - ids.length} couldn't start.` : words;
}
