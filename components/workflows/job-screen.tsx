'use client';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusMark } from '@/components/ui/status-mark';
import { errorDocs } from '@/lib/config/workflow-errors';
import { formatMoment } from '@/lib/format/date';
import { formatCount } from '@/lib/format/number';

import { hasCompleted } from '@/lib/rules/job-status';
import {
  compareAddress,
  hasOutputs,
  isUnderWay,
  type Job,
  type JobStep,
  jobStateWords,
  jobTones,
} from './job';
import { JobActions } from './job-actions';
import { JobCallbacks } from './job-callbacks';
import { JobDrill } from './job-drill';
import { JobErrorNote } from './job-error-note';
import { JobFiles } from './job-files';
import { JobInput } from './job-input';
import { isFromSandbox, JobOutput, SandboxNote } from './job-output';
import { JobRun } from './job-run';
import { JobSteps } from './job-steps';
import { formatCost } from './measures';
import { RecordFact, RecordFacts, RecordNumbers, RecordPage, RecordSection } from './record-page';
import { RunTime } from './run-time';
import { stepTitleId, WaitingApprovals } from './step-approval';
import { type LoadedJob, useJob } from './use-job';
import { useJobPlan } from './use-job-plan';

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
  return (
    <RecordPage
      actions={({ job }) => (
        <JobActions base={base} job={job} onChanged={readAgain} onDeleted={() => setDeleted(true)} />
      )}
      deleted={deleted ? 'Its cost stays in the usage.' : null}
      kind="job"
      list={{ href: base, title: 'Workflows' }}
      loaded={loaded}
      missing="There is no job at this address, or it has been deleted."
      nameOf={({ job }) => job.name}
      skeleton={<JobSkeleton />}
      stateOf={({ job }) => progressOf(job)}
    >
      {(loadedJob) => <JobParts {...loadedJob} base={base} readAgain={readAgain} Starter={Starter} />}
    </RecordPage>
  );
}

interface JobPartsProps extends LoadedJob, Pick<JobScreenProps, 'base' | 'Starter'> {
  readAgain: () => Promise<void>;
}

function JobParts({ job, attempts, callbacks, base, Starter, readAgain }: JobPartsProps) {
  const plan = useJobPlan(job.id);
  return (
    <>
      <WaitingApprovals job={job} onDecided={readAgain} />
      <RecordNumbers
        numbers={[
          ['Duration', <RunTime key="duration" of={job} />],
          ['Cost', formatCost(job.cost)],
          ['Tokens in', formatCount(job.tokensIn)],
          ['Tokens out', formatCount(job.tokensOut)],
        ]}
      />
      <JobFacts base={base} job={job} starter={Starter && <Starter userId={job.user_id} />} />
      <RecordSection title="Result">
        <JobResult job={job} />
      </RecordSection>
      {job.files.length > 0 && (
        <RecordSection title="Files">
          <JobFiles job={job} />
        </RecordSection>
      )}
      <JobRun attempts={attempts} job={job} plan={plan} />
      <RecordSection title="Request">
        <JobInput job={job} />
      </RecordSection>
      <RecordSection title="Steps">
        <JobSteps attempts={attempts} base={base} job={job} plan={plan} />
      </RecordSection>
      {!isUnderWay(job) && attempts.length > 0 && (
        <RecordSection title="What if">
          <JobDrill attempts={attempts} job={job} />
        </RecordSection>
      )}
      {callbacks.length > 0 && (
        <RecordSection title="Callbacks">
          <JobCallbacks
            callbacks={callbacks}
            hasFiles={job.files.some(({ url }) => url !== null)}
            onSent={readAgain}
          />
        </RecordSection>
      )}
      {job.metadata !== null && (
        <RecordSection title="Metadata">
          <JobOutput value={job.metadata} what="metadata" />
        </RecordSection>
      )}
    </>
  );
}

/** A job's progress, in a sentence that is announced when it changes. */
function progressOf({ status, waitReason, steps }: Job): string {
  if (waitReason === 'NO_WORKER')
    return 'Waiting: the server runs no jobs right now. This job goes on once it does.';
  if (waitReason === 'APPROVAL') return 'Waiting for approval.';
  switch (status) {
    case 'QUEUED':
      return 'Waiting for its turn. This page updates by itself.';
    case 'RUNNING':
      return steps.some(({ approval }) => approval?.state === 'PENDING')
        ? 'Running, and a step waits for approval. This page updates by itself.'
        : 'Running. This page updates by itself.';
    case 'COMPLETED':
      return 'This job has completed.';
    case 'COMPLETED_WITH_FAILURES':
      return 'This job has completed, though some steps have failed.';
    case 'FAILED':
      return 'This job has failed.';
    case 'CANCELED':
      return 'This job was canceled.';
  }
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

function JobFacts({ base, job, starter }: { base: string; job: Job; starter: ReactNode }) {
  return (
    <RecordFacts>
      <RecordFact name="Status">
        <StatusMark tone={jobTones[job.status]}>{jobStateWords(job)}</StatusMark>
      </RecordFact>
      {starter && <RecordFact name="Started by">{starter}</RecordFact>}
      <RecordFact name="Created">
        <Moment at={job.createdAt} format={formatMoment} />
      </RecordFact>
      <RecordFact name="Started">
        <Moment at={job.startedAt} format={formatMoment} missing={isUnderWay(job) ? 'Not yet' : 'Never'} />
      </RecordFact>
      <RecordFact name="Ended">
        <Moment at={job.finishedAt} format={formatMoment} />
      </RecordFact>
      {job.bulkJobId !== null && (
        <RecordFact name="Bulk run">
          <TextLink href={`${base}/bulk/${job.bulkJobId}`}>
            {job.bulkLine === null ? job.name : `${job.name}, line ${formatCount(job.bulkLine)}`}
          </TextLink>
        </RecordFact>
      )}
      {job.rerunOf !== null && (
        <RecordFact name="Runs again">
          <TextLink href={`${base}/${job.rerunOf}`}>
            <span className="font-mono text-[13px]">{job.rerunOf}</span>
          </TextLink>
          {!isUnderWay(job) && (
            <>
              {' · '}
              <TextLink href={compareAddress(base, job)}>Compare</TextLink>
            </>
          )}
        </RecordFact>
      )}
      {job.reruns && job.reruns.length > 0 && (
        <RecordFact name="Run again as">
          <span className="flex flex-wrap gap-x-3">
            {job.reruns.map((id) => (
              <TextLink href={`${base}/${id}`} key={id}>
                <span className="font-mono text-[13px]">{id}</span>
              </TextLink>
            ))}
          </span>
        </RecordFact>
      )}
      <RecordFact name="Job ID">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono text-[13px]">{job.id}</span>
          <CopyButton value={job.id} what="job ID" />
        </span>
      </RecordFact>
    </RecordFacts>
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
  if (hasCompleted(job.status) && !hasOutputs(job))
    return (
      <p className="text-[15px] text-muted">
        The outputs are too large to be shown together. Load them under Steps, one at a time.
      </p>
    );
  if (hasCompleted(job.status) && job.result === null) return <WithoutResult job={job} />;
  if (hasCompleted(job.status))
    return (
      <>
        <JobOutput value={job.result} what="result" />
        {job.steps.some(isFromSandbox) && !job.steps.some(wasEdited) && <SandboxNote />}
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

/** The final step has no output, so the job has no result. An earlier step may have one. */
function WithoutResult({ job: { steps } }: { job: Job }) {
  const last = steps.findLast(({ output }) => output != null);
  return (
    <div className="text-[15px] text-muted">
      <p className="wrap-anywhere">
        The result is the output of the final step, which was skipped or failed.{' '}
        {last ? `The last output is that of ${last.id}.` : 'No other step has an output.'}
      </p>
      {last && (
        <Button
          className="mt-3 print:hidden"
          onClick={() => document.getElementById(stepTitleId(last.id))?.focus()}
          size="small"
          variant="line"
        >
          Show step
        </Button>
      )}
    </div>
  );
}

/** Whether a person has written the outcome of a step. */
const wasEdited = ({ approval }: JobStep): boolean => approval?.state === 'EDITED';
