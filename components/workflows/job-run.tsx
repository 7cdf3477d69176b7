'use client';
import type { ReactNode } from 'react';
import { formatQuantity } from '@/lib/format/number';
import { isUnderWay, type Job, type JobAttempt } from './job';
import { JobTimeline } from './job-timeline';
import { formatCost } from './measures';
import { formatSpending } from './receipt';
import { RecordSection } from './record-page';
import { type JobPlan, useJobPlan } from './use-job-plan';

interface JobRunProps {
  job: Job;
  attempts: JobAttempt[];
}

/** The time and the money of a job: its timeline, and its receipt next to the estimate. */
export function JobRun({ job, attempts }: JobRunProps) {
  const plan = useJobPlan(job.id);
  return (
    <>
      <RecordSection title="Timeline">
        <JobTimeline attempts={attempts} job={job} plan={plan} />
      </RecordSection>
      {attempts.length > 0 && (
        <RecordSection title="Receipt">
          <JobReceipt job={job} plan={plan} />
        </RecordSection>
      )}
    </>
  );
}

/** The money of a job. The sentences of its attempts are with its steps. */
function JobReceipt({ job, plan }: { job: Job; plan: JobPlan | null }) {
  const { spent: total, spentWithoutResult: lost } = job;
  const reused = job.steps.filter(({ reusedFrom }) => reusedFrom !== null).length;
  return (
    <>
      <dl className="grid gap-y-2.5 text-[14.5px] sm:flex sm:flex-wrap sm:gap-x-9 sm:gap-y-4">
        <Money
          name={isUnderWay(job) ? 'Spent so far' : 'Actual cost'}
          note={total.estimated ? 'partly estimated' : null}
        >
          {job.cost === null ? formatSpending(total) : formatCost(job.cost)}
        </Money>
        <Money name="Estimate" note={plan ? 'each step once' : null}>
          {plan ? formatCost(plan.estimatedCost) : '—'}
        </Money>
        <Money name="Spent without a result" note={lost.estimated ? 'partly estimated' : null}>
          {formatSpending(lost)}
        </Money>
      </dl>
      <p className="mt-3 max-w-[72ch] text-[13.5px] text-muted">
        The estimate uses the prices of the day when the job was sent, and outputs of the usual length. Under
        Steps, each attempt has its own sentence, tokens, and prices.
        {reused > 0 &&
          ` ${formatQuantity(reused, { one: 'step was', other: 'steps were' })} reused from an earlier job, at no cost.`}
      </p>
    </>
  );
}

function Money({ name, note = null, children }: { name: string; note?: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:grid max-sm:grid-cols-[168px_minmax(0,1fr)] max-sm:items-baseline">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="tabular-nums">
        {children} {note && <span className="text-[13px] text-muted">{note}</span>}
      </dd>
    </div>
  );
}
