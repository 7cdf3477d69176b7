'use client';
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Link, TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { StatusMark } from '@/components/ui/status-mark';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { formatCost, formatDuration } from '@/components/workflows/measures';
import { brand } from '@/lib/config/brand';
import { formatMoment } from '@/lib/format/date';
import { formatCount, formatShare } from '@/lib/format/number';
import { BulkDownloads } from './bulk-downloads';
import { BulkFailures } from './bulk-failures';
import { BulkRows } from './bulk-rows';
import { type BulkRun, formatEstimate, isUnderWay, rowCount, runStatusWords, runTones } from './bulk-run';
import { RunActions } from './run-actions';
import { RunCallbacks } from './run-callbacks';
import { countsOf, RunBar } from './run-progress';
import { useBulkRun } from './use-bulk-run';

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
  const title = useRef<HTMLHeadingElement>(null);
  const run = loaded.status === 'ready' ? loaded.data : null;
  const name = run?.name;
  useEffect(() => {
    if (name) document.title = `${name} | ${brand.name}`;
  }, [name]);

  return (
    <>
      <Link
        className="mb-3 inline-block rounded-control py-1 text-[14.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden"
        href={base}
      >
        ← Bulk Runs
      </Link>
      <PageTitle note={loaded.status === 'loading' ? 'Loading run...' : run ? stateOf(run) : ''} ref={title}>
        {run ? <bdi className="wrap-anywhere">{run.name}</bdi> : 'Bulk Run'}
      </PageTitle>
      {loaded.status === 'loading' && <RunSkeleton />}
      {loaded.status === 'failed' && (
        <Failure
          message="The run couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            loaded.retry();
          }}
          wait={loaded.wait}
        />
      )}
      {loaded.status === 'ready' && !run && (
        <EmptyState>
          <EmptyStateTitle>Run not found.</EmptyStateTitle>
          <EmptyStateText>
            There is no bulk run at this address, or it is no longer kept.{' '}
            <TextLink href={base}>Bulk Runs</TextLink> lists the others.
          </EmptyStateText>
        </EmptyState>
      )}
      {run && (
        <>
          <Progress run={run} />
          <RunNumbers run={run} />
          <RunActions onChanged={show} run={run} />
          <RunFacts run={run} starter={Starter && <Starter userId={run.user_id} />} />
          {run.failedRows > 0 && (
            <RunSection title="Failures">
              <BulkFailures jobs={jobs} onChanged={show} run={run} />
            </RunSection>
          )}
          <RunSection title="Download">
            <BulkDownloads run={run} />
          </RunSection>
          <RunSection title="Rows">
            <BulkRows jobs={jobs} run={run} />
          </RunSection>
          <RunCallbacks run={run} />
        </>
      )}
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
      return 'This run has ended. Some rows failed.';
    case 'FAILED':
      return 'This run has ended. No row completed.';
  }
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
          {rowCount(totalRows)}: {countsOf(run).join(', ') || 'none'}
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
  const numbers = [
    ['Cost so far', formatCost(cost)],
    [
      run.status === 'COMPLETED' || run.status === 'COMPLETED_WITH_FAILURES' ? 'Expected' : 'Expected in all',
      formatEstimate(expectedCost),
    ],
    ['Rows per second', rowsPerSecond === null ? '—' : pace.format(rowsPerSecond)],
    isUnderWay(run)
      ? ['Time left', secondsLeft === null ? '—' : timeLeft(secondsLeft)]
      : ['Failed rows', formatCount(failedRows)],
  ];
  return (
    <StatRow pairs>
      {numbers.map(([name, value]) => (
        <StatCell key={name}>
          <StatCaption>{name}</StatCaption>
          <StatNumber>{value}</StatNumber>
        </StatCell>
      ))}
    </StatRow>
  );
}

function RunFacts({ run, starter }: { run: BulkRun; starter: ReactNode }) {
  const { id, status, createdAt, finishedAt, concurrency, onlyIf, stopAfterFailures, stopAfterCost } = run;
  const ends = [
    stopAfterFailures === null ? null : `${rowCount(stopAfterFailures)} failed`,
    stopAfterCost === null ? null : `${formatCost(stopAfterCost)} spent`,
  ].filter((end) => end !== null);
  return (
    <dl className="mt-5 grid gap-y-2.5 text-[14.5px] sm:flex sm:flex-wrap sm:gap-x-9 sm:gap-y-4">
      <RunFact name="Status">
        <StatusMark tone={runTones[status]}>{runStatusWords[status]}</StatusMark>
      </RunFact>
      {starter && <RunFact name="Started by">{starter}</RunFact>}
      <RunFact name="Created">
        <Moment at={createdAt} format={formatMoment} />
      </RunFact>
      <RunFact name="Ended">
        <Moment at={finishedAt} format={formatMoment} missing={isUnderWay(run) ? 'Not yet' : '—'} />
      </RunFact>
      <RunFact name="At once">{rowCount(concurrency)}</RunFact>
      {ends.length > 0 && <RunFact name="Stops after">{ends.join(' or ')}</RunFact>}
      {onlyIf !== null && (
        <RunFact name="Only if">
          <code className="font-mono text-[13px]">{onlyIf}</code>
        </RunFact>
      )}
      <RunFact name="Run ID">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-[13px]">{id}</span>
          <CopyButton value={id} what="run ID" />
        </span>
      </RunFact>
    </dl>
  );
}

function RunFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere min-w-0 max-sm:grid max-sm:grid-cols-[84px_minmax(0,1fr)] max-sm:items-baseline">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function RunSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <SectionTitle className="mb-3" id={id}>
        {title}
      </SectionTitle>
      {children}
    </section>
  );
}
