'use client';
import type { ComponentType, ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusMark } from '@/components/ui/status-mark';
import { formatCost, formatDuration, formatEstimate } from '@/components/workflows/measures';
import {
  RecordFact,
  RecordFacts,
  RecordNumbers,
  RecordPage,
  RecordSection,
} from '@/components/workflows/record-page';
import { formatMoment } from '@/lib/format/date';
import { formatCount, formatShare } from '@/lib/format/number';
import { BulkDownloads } from './bulk-downloads';
import { BulkFailures } from './bulk-failures';
import { BulkRows } from './bulk-rows';
import { type BulkRun, isUnderWay, rowCount, runStatusWords, runTones } from './bulk-run';
import { LeftOutRows } from './left-out-rows';
import { RunActions } from './run-actions';
import { RunCallbacks } from './run-callbacks';
import { countsOf, RunBar } from './run-progress';
import { RunSourceParts } from './run-source-parts';
import { useBulkRun } from './use-bulk-run';
import { hasEarlierSteps, useRunSource } from './use-run-source';

interface BulkRunScreenProps {
  id: string;
  /** The address of the list that the run is in. */
  base: string;
  /** The address of the list of jobs, below which the job of each row has its page. */
  jobs: string;
  /** Names the person who started the run; undefined if it's the viewer. */
  Starter?: ComponentType<{ userId: string }>;
}

/** One bulk run: how far it is, what it cost, its failures by cause, and its rows. Live until it ends. */
export function BulkRunScreen({ id, base, jobs, Starter }: BulkRunScreenProps) {
  const { loaded, show } = useBulkRun(id);
  return (
    <RecordPage
      kind="run"
      list={{ href: base, title: 'Bulk Runs' }}
      loaded={loaded}
      missing="There is no bulk run at this address, or it is no longer kept."
      nameOf={({ name }) => name}
      skeleton={<RunSkeleton />}
      stateOf={stateOf}
    >
      {(run) => <RunParts jobs={jobs} onChanged={show} run={run} Starter={Starter} />}
    </RecordPage>
  );
}

interface RunPartsProps extends Pick<BulkRunScreenProps, 'jobs' | 'Starter'> {
  run: BulkRun;
  onChanged: (run: BulkRun) => void;
}

function RunParts({ run, jobs, Starter, onChanged }: RunPartsProps) {
  const source = useRunSource(run.id);
  return (
    <>
      <Progress run={run} />
      {source.status === 'ready' && <LeftOutRows file={source.data.getBulkJob.file} />}
      <RunNumbers run={run} />
      <RunActions onChanged={onChanged} run={run} />
      <RunFacts run={run} starter={Starter && <Starter userId={run.user_id} />} />
      {run.failedRows > 0 && (
        <RecordSection title="Failures">
          <BulkFailures jobs={jobs} onChanged={onChanged} run={run} />
        </RecordSection>
      )}
      <RecordSection title="File and workflow">
        {source.status === 'loading' && <Skeleton className="h-[132px]" />}
        {source.status === 'failed' && (
          <Failure
            message="The file and the workflow couldn't be loaded."
            onRetry={source.retry}
            wait={source.wait}
          />
        )}
        {source.status === 'ready' && (
          <RunSourceParts isOwn={!Starter} kind={run.kind} source={source.data.getBulkJob} />
        )}
      </RecordSection>
      <RecordSection title="Download">
        {run.kind === 'CHAT_BATCH' ? (
          <BatchFilesNote />
        ) : (
          <BulkDownloads
            hasEarlierSteps={source.status === 'ready' && hasEarlierSteps(source.data.getBulkJob.workflow)}
            run={run}
          />
        )}
      </RecordSection>
      <RecordSection title="Rows">
        <BulkRows jobs={jobs} onChanged={onChanged} run={run} />
      </RecordSection>
      <RunCallbacks run={run} />
    </>
  );
}

/** A run's state, in a sentence that is announced when it changes. */
function stateOf({ status, heldRows, runningRows }: BulkRun): string {
  switch (status) {
    case 'QUEUED':
      return 'Waiting for its turn. This page updates by itself.';
    case 'RUNNING':
      return 'Running. This page updates by itself.';
    case 'TRIED':
      return `The tried rows have ended. ${rowCount(heldRows)} ${heldRows === 1 ? 'waits' : 'wait'} for you.`;
    case 'STOPPED':
      return 'This run stopped before its last row.';
    case 'CANCELED':
      return runningRows > 0
        ? 'This run was canceled. The rows under way still end.'
        : 'This run was canceled.';
    case 'COMPLETED':
      return 'This run has completed.';
    case 'COMPLETED_WITH_FAILURES':
      return 'This run has completed with failures.';
    case 'FAILED':
      return 'This run has ended. No row completed.';
  }
}

/** Where the results of a batch of OpenAI's are. */
function BatchFilesNote() {
  return (
    <p className="max-w-[76ch] text-[15px]">
      This run is an OpenAI batch. Once it has ended, its results are the files{' '}
      <code className="font-mono text-[13px]">output_file_id</code> and{' '}
      <code className="font-mono text-[13px]">error_file_id</code> of the batch.{' '}
      <TextLink href="/dashboard/devdocs/api/openai-batches#status-and-results">Download them</TextLink> with
      OpenAI&apos;s client.
    </p>
  );
}

function RunSkeleton() {
  return (
    <>
      <Skeleton className="h-[56px]" />
      <Skeleton className="mt-6 h-[184px] lg:h-[88px]" />
      <Skeleton className="mt-4 h-[250px] sm:h-[56px]" />
      <Skeleton className="mt-10 h-[420px]" />
    </>
  );
}

function Progress({ run }: { run: BulkRun }) {
  const { progress, totalRows } = run;
  return (
    <div className="mb-6">
      <p className="mb-2 flex flex-wrap justify-between gap-x-6 text-[15px] tabular-nums">
        <span>
          {rowCount(totalRows)}: {countsOf(run).join(', ') || 'none ran'}
        </span>
        <span className="font-mono text-[14px]">{formatShare(progress)}</span>
      </p>
      <RunBar run={run} />
    </div>
  );
}

const pace = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

/** `about 20 s`, `about 3 min 5 s` */
const timeLeft = (seconds: number): string =>
  `about ${seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1_000)}`;

/** The numbers of a run, each with its name. */
function RunNumbers({ run }: { run: BulkRun }) {
  const { cost, expectedCost, rowsPerSecond, secondsLeft, failedRows } = run;
  const hasEnded = ['COMPLETED', 'COMPLETED_WITH_FAILURES', 'FAILED'].includes(run.status);
  return (
    <RecordNumbers
      numbers={[
        ['Cost so far', formatCost(cost)],
        [hasEnded ? 'Expected' : 'Expected in all', formatEstimate(expectedCost)],
        ['Rows per second', rowsPerSecond === null ? '—' : pace.format(rowsPerSecond)],
        isUnderWay(run)
          ? ['Time left', secondsLeft === null ? '—' : timeLeft(secondsLeft)]
          : ['Failed rows', formatCount(failedRows)],
      ]}
    />
  );
}

function RunFacts({ run, starter }: { run: BulkRun; starter: ReactNode }) {
  const { id, status, createdAt, finishedAt, concurrency, onlyIf, stopAfterFailures, stopAfterCost } = run;
  const ends = [
    stopAfterFailures === null ? null : `${rowCount(stopAfterFailures)} failed`,
    stopAfterCost === null ? null : `${formatCost(stopAfterCost)} spent`,
  ].filter((end) => end !== null);
  return (
    <RecordFacts>
      <RecordFact name="Status">
        <StatusMark tone={runTones[status]}>{runStatusWords[status]}</StatusMark>
      </RecordFact>
      {starter && <RecordFact name="Started by">{starter}</RecordFact>}
      <RecordFact name="Created">
        <Moment at={createdAt} format={formatMoment} />
      </RecordFact>
      <RecordFact name="Ended">
        <Moment at={finishedAt} format={formatMoment} missing={isUnderWay(run) ? 'Not yet' : '—'} />
      </RecordFact>
      <RecordFact name="At once">{rowCount(concurrency)}</RecordFact>
      {ends.length > 0 && <RecordFact name="Stops after">{ends.join(' or ')}</RecordFact>}
      {onlyIf !== null && (
        <RecordFact name="Only if">
          <code className="font-mono text-[13px]">{onlyIf}</code>
        </RecordFact>
      )}
      <RecordFact name="Run ID">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-[13px]">{id}</span>
          <CopyButton value={id} what="run ID" />
        </span>
      </RecordFact>
    </RecordFacts>
  );
}
