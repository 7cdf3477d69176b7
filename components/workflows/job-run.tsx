'use client';
import type { ReactNode } from 'react';
import { CodeMarks } from '@/components/ui/code-marks';
import { formatQuantity } from '@/lib/format/number';
import { CauseList } from './cause-list';
import { assumedModels, type CostComparison, compareCost, differenceInWords } from './cost-difference';
import { isUnderWay, type Job, type JobAttempt } from './job';
import { JobTimeline } from './job-timeline';
import { formatCost } from './measures';
import { formatSpending } from './receipt';
import { RecordSection } from './record-page';
import type { JobPlan } from './use-job-plan';

interface JobRunProps {
  job: Job;
  attempts: JobAttempt[];
  /** Null: there is no estimate. */
  plan: JobPlan | null;
}

/** The time and the money of a job: its timeline, and its receipt next to the estimate. */
export function JobRun({ job, attempts, plan }: JobRunProps) {
  return (
    <>
      <RecordSection title="Timeline">
        <JobTimeline attempts={attempts} job={job} plan={plan} />
      </RecordSection>
      {attempts.length > 0 && (
        <RecordSection title="Receipt">
          <JobReceipt attempts={attempts} job={job} plan={plan} />
        </RecordSection>
      )}
    </>
  );
}

/** The money of a job. The sentences of its attempts are with its steps. */
function JobReceipt({ job, attempts, plan }: JobRunProps) {
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
        <Money
          name="Estimate"
          note={plan && plan.maxCost !== null ? `at most ${formatCost(plan.maxCost)}` : null}
        >
          {plan ? formatCost(plan.estimatedCost) : '—'}
        </Money>
        <Money name="Spent without a result" note={lost.estimated ? 'partly estimated' : null}>
          {formatSpending(lost)}
        </Money>
      </dl>
      {plan && <CostCauses comparison={compareCost(job, attempts, plan)} />}
      <p className="mt-3 max-w-[72ch] text-[13.5px] text-muted">
        {plan && <Estimate plan={plan} />}
        Under Steps, each attempt has its own sentence, tokens, and prices.
        {reused > 0 &&
          ` ${formatQuantity(reused, { one: 'step was', other: 'steps were' })} reused from an earlier job, at no cost.`}
      </p>
    </>
  );
}

/** Why the cost isn't what was estimated. */
function CostCauses({ comparison }: { comparison: CostComparison | null }) {
  if (!comparison) return null;
  if ('why' in comparison) return <p className="mt-3 max-w-[72ch] text-[14.5px]">{comparison.why}</p>;
  const { difference, causes } = comparison;
  return (
    <div className="mt-3 max-w-[72ch] text-[14.5px]">
      <p>{differenceInWords(difference)}</p>
      {causes.length > 0 && <CauseList causes={causes} label="Why the cost isn't the estimate" />}
    </div>
  );
}

/** Its assumptions. */
function Estimate({ plan: { steps } }: { plan: JobPlan }) {
  const models = assumedModels(steps);
  return (
    <>
      The estimate runs each step once, with the prices of the moment when the job was sent and outputs of the
      usual length
      {models !== '' && (
        <>
          . It assumes <CodeMarks text={models} />
        </>
      )}
      . Its ceiling has <code>max_tokens</code> used up by the most expensive model or fallback of each step.
      Failed attempts come on top.{' '}
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
