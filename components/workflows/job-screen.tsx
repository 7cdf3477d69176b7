'use client';
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Link, TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { StatusMark } from '@/components/ui/status-mark';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { brand } from '@/lib/config/brand';
import { errorDocs } from '@/lib/config/workflow-errors';
import { formatMoment } from '@/lib/format/date';
import { formatCount } from '@/lib/format/number';
import { hasOutputs, isUnderWay, type Job, jobStatusWords, jobTones } from './job';
import { JobActions } from './job-actions';
import { JobCallbacks } from './job-callbacks';
import { JobErrorNote } from './job-error-note';
import { JobFiles } from './job-files';
import { isFromSandbox, JobOutput, SandboxNote } from './job-output';
import { JobSteps } from './job-steps';
import { formatCost, runTime } from './measures';
import { useJob } from './use-job';

interface JobScreenProps {
  id: string;
  /** The address of the list that the job is in. */
  base: string;
  /** Names the person who started the job; undefined if it's the viewer. */
  Starter?: ComponentType<{ userId: string }>;
}

/** One job: what it took, what came of it, and its steps. Live until it ends. */
export function JobScreen({ id, base, Starter }: JobScreenProps) {
  const { loaded, readAgain } = useJob(id);
  const [deleted, setDeleted] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const data = loaded.status === 'ready' && !deleted ? loaded.data : null;
  const name = data?.job.name;
  useEffect(() => {
    if (name) document.title = `${name} | ${brand.name}`;
  }, [name]);
  useEffect(() => {
    if (deleted) title.current?.focus();
  }, [deleted]);

  return (
    <>
      <Link
        className="mb-3 inline-block rounded-control py-1 text-[14.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden"
        href={base}
      >
        ← Workflows
      </Link>
      <PageTitle
        actions={
          data && (
            <JobActions base={base} job={data.job} onChanged={readAgain} onDeleted={() => setDeleted(true)} />
          )
        }
        note={loaded.status === 'loading' ? 'Loading job...' : data ? progressOf(data.job) : ''}
        ref={title}
      >
        {data ? <bdi className="wrap-anywhere">{data.job.name}</bdi> : 'Job'}
      </PageTitle>
      {loaded.status === 'loading' && <JobSkeleton />}
      {loaded.status === 'failed' && (
        <Failure
          message="The job couldn't be loaded."
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            loaded.retry();
          }}
          wait={loaded.wait}
        />
      )}
      {loaded.status === 'ready' && !data && <NoJob base={base} deleted={deleted} />}
      {data && (
        <>
          <JobNumbers job={data.job} />
          <JobFacts job={data.job} starter={Starter && <Starter userId={data.job.user_id} />} />
          <JobSection title="Result">
            <JobResult job={data.job} />
          </JobSection>
          {data.job.files.length > 0 && (
            <JobSection title="Files">
              <JobFiles job={data.job} />
            </JobSection>
          )}
          <JobSection title="Steps">
            <JobSteps attempts={data.attempts} job={data.job} />
          </JobSection>
          {data.callbacks.length > 0 && (
            <JobSection title="Callbacks">
              <JobCallbacks
                callbacks={data.callbacks}
                hasFiles={data.job.files.some(({ url }) => url !== null)}
                onSent={readAgain}
              />
            </JobSection>
          )}
          {data.job.metadata !== null && (
            <JobSection title="Metadata">
              <JobOutput value={data.job.metadata} what="metadata" />
            </JobSection>
          )}
        </>
      )}
    </>
  );
}

/** A job's progress, in a sentence that is announced when it changes. */
function progressOf({ status, waitReason }: Job): string {
  if (waitReason === 'NO_WORKER')
    return 'Waiting: the server runs no jobs right now. This job goes on once it does.';
  switch (status) {
    case 'QUEUED':
      return 'Waiting for its turn. This page updates by itself.';
    case 'RUNNING':
      return 'Running. This page updates by itself.';
    case 'COMPLETED':
      return 'This job has completed.';
    case 'FAILED':
      return 'This job has failed.';
    case 'CANCELED':
      return 'This job was canceled.';
  }
}

function NoJob({ base, deleted }: { base: string; deleted: boolean }) {
  return (
    <EmptyState>
      <EmptyStateTitle>{deleted ? 'Job deleted.' : 'Job not found.'}</EmptyStateTitle>
      <EmptyStateText>
        {deleted
          ? 'Its cost stays in the usage.'
          : 'There is no job at this address, or it has been deleted.'}{' '}
        <TextLink href={base}>Workflows</TextLink> lists the others.
      </EmptyStateText>
    </EmptyState>
  );
}

function JobSkeleton() {
  return (
    <>
      <Skeleton className="h-[184px] lg:h-[88px]" />
      <Skeleton className="mt-4 h-[250px] sm:h-[56px]" />
      <Skeleton className="mt-10 h-[220px]" />
      <Skeleton className="mt-10 h-[260px]" />
    </>
  );
}

/** The numbers of a job, each with its name. */
function JobNumbers({ job }: { job: Job }) {
  const numbers = [
    ['Duration', runTime(job, Date.now())],
    ['Cost', formatCost(job.cost)],
    ['Tokens in', formatCount(job.tokensIn)],
    ['Tokens out', formatCount(job.tokensOut)],
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

function JobFacts({ job, starter }: { job: Job; starter: ReactNode }) {
  return (
    <dl className="mt-4 grid gap-y-2.5 text-[14.5px] sm:flex sm:flex-wrap sm:gap-x-9 sm:gap-y-4">
      <JobFact name="Status">
        <StatusMark tone={jobTones[job.status]}>{jobStatusWords[job.status]}</StatusMark>
      </JobFact>
      {starter && <JobFact name="Started by">{starter}</JobFact>}
      <JobFact name="Created">
        <Moment at={job.createdAt} format={formatMoment} />
      </JobFact>
      <JobFact name="Started">
        <Moment at={job.startedAt} format={formatMoment} missing={isUnderWay(job) ? 'Not yet' : 'Never'} />
      </JobFact>
      <JobFact name="Ended">
        <Moment at={job.finishedAt} format={formatMoment} />
      </JobFact>
      <JobFact name="Job ID">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-[13px]">{job.id}</span>
          <CopyButton value={job.id} what="job ID" />
        </span>
      </JobFact>
    </dl>
  );
}

interface JobFactProps {
  name: string;
  children: ReactNode;
}

function JobFact({ name, children }: JobFactProps) {
  return (
    <div className="wrap-anywhere min-w-0 max-sm:grid max-sm:grid-cols-[84px_minmax(0,1fr)] max-sm:items-baseline">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function JobSection({ title, children }: { title: string; children: ReactNode }) {
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

/** The result of a job. */
function JobResult({ job }: { job: Job }) {
  if (job.error) return <JobErrorNote error={job.error} failed={job.status === 'FAILED'} />;
  // A job that never began has lost its content at once: there was nothing to keep.
  if (job.contentRemoved && (job.status !== 'CANCELED' || job.startedAt !== null))
    return (
      <EmptyState>
        <EmptyStateTitle>The content is no longer kept.</EmptyStateTitle>
        <EmptyStateText>
          The input and outputs were removed after the days that your plan keeps them. Counts and costs stay.
        </EmptyStateText>
      </EmptyState>
    );
  if (job.status === 'COMPLETED' && !hasOutputs(job))
    return (
      <p className="text-[15px] text-muted">
        The outputs are too large to be shown together. Load them under Steps, one at a time.
      </p>
    );
  if (job.status === 'COMPLETED')
    return (
      <>
        <JobOutput value={job.result} what="result" />
        {job.steps.some(isFromSandbox) && <SandboxNote />}
      </>
    );
  if (isUnderWay(job))
    return <p className="text-[15px] text-muted">The result appears here once the job has completed.</p>;
  // A canceled job has no error of its own, only its steps have: it is said here once for all of them.
  const code = 'JOB_CANCELED';
  const message = `The job was canceled before it ${job.startedAt === null ? 'started' : 'had a result'}.`;
  const error = { code, message, stepId: null, retryable: false, docs: errorDocs(code) };
  return <JobErrorNote error={error} failed={false} />;
}
