'use client';
import type { ReactNode } from 'react';
import { CodeMarks } from '@/components/ui/code-marks';
import { TextLink } from '@/components/ui/link';
import { ZonedTime } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatCount } from '@/lib/format/number';
import { AttemptsTable } from './attempts-table';
import { CauseList } from './cause-list';
import { stepCostCauses, unusedFallbacks } from './cost-difference';
import {
  hasOutputs,
  isCall,
  isUnderWay,
  type Job,
  type JobAttempt,
  type JobStep,
  stepStateWords,
  stepTones,
} from './job';
import { JobErrorNote } from './job-error-note';
import { isFromSandbox, SandboxNote, StepOutput } from './job-output';
import { costPlaces, formatCost, formatTokens } from './measures';
import { stepModels } from './receipt';
import { RunTime } from './run-time';
import { StepApproval, stepTitleId } from './step-approval';
import { StepPrompt } from './step-prompt';
import { StepReceipt } from './step-receipt';
import type { JobPlan } from './use-job-plan';

interface JobStepsProps {
  job: Job;
  attempts: JobAttempt[];
  /** Null: there is no estimate. */
  plan: JobPlan | null;
  /** The address of the list, below which each job has its page. */
  base: string;
}

/** The steps of a job, in the order of its workflow. */
export function JobSteps({ job, attempts, plan, base }: JobStepsProps) {
  const places = costPlaces(job.steps.map(({ cost }) => cost));
  return (
    <ol className="grid gap-4">
      {job.steps.map((step) => (
        <Step
          attempts={attempts.filter(({ stepId }) => stepId === step.id)}
          base={base}
          job={job}
          key={step.id}
          places={places}
          planned={plan?.steps.find(({ id }) => id === step.id)}
          step={step}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  step: JobStep;
  attempts: JobAttempt[];
  /** Decimals of the costs. */
  places: number;
  planned: JobPlan['steps'][number] | undefined;
}

function Step({
  job,
  step,
  attempts,
  places,
  planned,
  base,
}: StepProps & Pick<JobStepsProps, 'job' | 'base'>) {
  const { id, task, approval, status, output, outputBytes, error, truncated, waitingUntil } = step;
  const hasOutput = (output === undefined ? outputBytes : output) !== null;
  return (
    <li className="min-w-0 rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="wrap-anywhere font-semibold text-[16px]" id={stepTitleId(id)} tabIndex={-1}>
          {id} <span className="font-normal text-[15px] text-muted">{task}</span>
        </h3>
        <span className="text-[15px]">
          <StatusMark tone={stepTones[status]}>{stepStateWords(step)}</StatusMark>
        </span>
      </div>
      {approval && (
        <div className="mt-3">
          <StepApproval step={step} />
        </div>
      )}
      {waitingUntil !== null && !approval && status === 'RUNNING' && (
        <p className="mt-2 text-[14.5px] text-muted">
          Waiting for its provider until <ZonedTime at={waitingUntil} />.
        </p>
      )}
      {step.reusedFrom !== null && (
        <p className="wrap-anywhere mt-2 text-[14.5px] text-muted">
          Reused from{' '}
          <TextLink href={`${base}/${step.reusedFrom}`}>
            <span className="font-mono text-[13px]">{step.reusedFrom}</span>
          </TextLink>
          {step.model && `, where ${step.model} wrote it`}. No model was called, and it cost nothing.
        </p>
      )}
      {attempts.length > 0 && <StepFacts attempts={attempts} places={places} planned={planned} step={step} />}
      <div className="mt-3 grid gap-3 empty:hidden">
        {error && error.code !== 'JOB_CANCELED' && !isErrorOf(job, step) && (
          <JobErrorNote error={error} failed={status === 'FAILED'} step={id} />
        )}
        {hasOutput && !isResultOf(job) && (
          <div>
            <StepOutput jobId={job.id} step={step} />
            {isFromSandbox(step) && <SandboxNote />}
          </div>
        )}
        {hasOutput && truncated && (
          <p className="text-[13.5px] text-muted">Cut at the last whole sentence within max_tokens.</p>
        )}
        {attempts.length > 0 && (
          <>
            <StepReceipt attempts={attempts} lost={step.spentWithoutResult} step={step} />
            <StepEstimate attempts={attempts} job={job} planned={planned} step={step} />
            <details>
              <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px] text-muted hover:text-text">
                {attemptsTitle(attempts)}
              </summary>
              <div className="mt-1">
                <AttemptsTable attempts={attempts} label={`Attempts of ${id}`} />
              </div>
            </details>
          </>
        )}
        {!job.contentRemoved && !approval && <StepPrompt attempts={attempts} jobId={job.id} step={step} />}
      </div>
    </li>
  );
}

/** `Attempts (2)`, or `Attempts (1), 1 passed over` */
function attemptsTitle(attempts: readonly JobAttempt[]): string {
  const calls = attempts.filter(isCall).length;
  const passedOver = attempts.length - calls;
  return `Attempts (${formatCount(calls)})${passedOver > 0 ? `, ${formatCount(passedOver)} passed over` : ''}`;
}

/** Whether the output of a job's only step is shown as its result, above the steps. */
const isResultOf = (job: Job): boolean =>
  job.steps.length === 1 && job.status === 'COMPLETED' && !job.contentRemoved && hasOutputs(job);

/** Whether the error of a step is shown as its job's, above the steps. */
const isErrorOf = ({ error }: Job, step: JobStep): boolean =>
  error?.stepId === step.id && error.code === step.error?.code && error.message === step.error.message;

/** The estimate of a step, and why it cost something else. */
function StepEstimate({ job, step, attempts, planned }: Omit<StepProps, 'places'> & { job: Job }) {
  if (!planned?.model || isUnderWay(job)) return null;
  const { model, estimatedCost, maxCost } = planned;
  const most = maxCost === null ? '' : `, at most ${formatCost(maxCost)}`;
  const causes = stepCostCauses(step, attempts, planned);
  return (
    <div className="text-[13.5px] text-muted">
      <p>
        <CodeMarks text={`Estimate with \`${model}\`: ${formatCost(estimatedCost)}${most}.`} />{' '}
        {causes.length > 0 && `It cost ${formatCost(step.cost)}:`}
      </p>
      {causes.length > 0 && <CauseList causes={causes} label={`Why ${step.id} didn't cost the estimate`} />}
    </div>
  );
}

/** A step's model calls, with their time and cost. */
function StepFacts({ step, attempts, places, planned }: StepProps) {
  const { reason, cost } = step;
  const { model, tried, passedOver, firstChoice } = stepModels(step, attempts);
  const spare = unusedFallbacks(step, attempts, planned);
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-[14.5px] md:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <StepFact className="max-md:col-span-2" name="Model">
        {model ? <WholeWords className="font-mono text-[13.5px]" text={model} /> : '—'}
        <OtherModels models={tried} words="Tried first" />
        <OtherModels models={passedOver} words="Passed over" />
        {reason && (
          <span className="block text-[13px] text-muted">
            {firstChoice !== null && (
              <>
                First choice: <span className="font-mono text-[12.5px]">{firstChoice}</span>.{' '}
              </>
            )}
            {reason}
          </span>
        )}
        <OtherModels models={spare} words="Not needed" />
      </StepFact>
      <StepFact name="Attempts">{formatCount(step.attempts)}</StepFact>
      <StepFact name="Time">
        <RunTime of={step} />
      </StepFact>
      <StepFact name="Tokens">{formatTokens(step)}</StepFact>
      <StepFact name="Cost">{formatCost(cost, places)}</StepFact>
    </dl>
  );
}

function OtherModels({ words, models }: { words: string; models: readonly string[] }) {
  if (models.length === 0) return null;
  return (
    <span className="block text-[13px] text-muted">
      {words}: <span className="font-mono text-[12.5px]">{models.join(', ')}</span>
    </span>
  );
}

function StepFact({
  name,
  className = '',
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`wrap-anywhere min-w-0 ${className}`}>
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
