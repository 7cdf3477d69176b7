'use client';
import type { ReactNode } from 'react';
import { CodeMarks } from '@/components/ui/code-marks';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { ZonedTime } from '@/components/ui/moment';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatCount } from '@/lib/format/number';
import { hasOutputs, type Job, type JobAttempt, type JobStep, stepStatusWords, stepTones } from './job';
import { ErrorCode, JobErrorNote } from './job-error-note';
import { isFromSandbox, SandboxNote, StepOutput } from './job-output';
import { costPlaces, formatCost, formatDuration, formatTokens } from './measures';
import { StepPrompt } from './step-prompt';

interface JobStepsProps {
  job: Job;
  attempts: JobAttempt[];
}

/** The steps of a job, in the order of its workflow. */
export function JobSteps({ job, attempts }: JobStepsProps) {
  const places = costPlaces(job.steps.map(({ cost }) => cost));
  return (
    <ol className="grid gap-4">
      {job.steps.map((step) => (
        <Step
          attempts={attempts.filter(({ stepId }) => stepId === step.id)}
          job={job}
          key={step.id}
          places={places}
          step={step}
        />
      ))}
    </ol>
  );
}

/** Attempts that a reader looks for. */
const unusual = new Set<JobAttempt['outcome']>(['FAILED', 'LOST', 'PASSED_OVER']);

interface StepProps {
  step: JobStep;
  attempts: JobAttempt[];
  /** Decimals of the costs. */
  places: number;
}

function Step({ job, step, attempts, places }: StepProps & { job: Job }) {
  const { id, task, status, output, outputBytes, error, truncated, waitingUntil } = step;
  const hasOutput = (output === undefined ? outputBytes : output) !== null;
  return (
    <li className="min-w-0 rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="wrap-anywhere font-semibold text-[16px]">
          {id} <span className="font-normal text-[15px] text-muted">{task}</span>
        </h3>
        <span className="text-[15px]">
          <StatusMark tone={stepTones[status]}>{stepStatusWords[status]}</StatusMark>
        </span>
      </div>
      {waitingUntil !== null && status === 'RUNNING' && (
        <p className="mt-2 text-[14.5px] text-muted">
          Waiting for its provider until <ZonedTime at={waitingUntil} />.
        </p>
      )}
      {attempts.length > 0 && <StepFacts attempts={attempts} places={places} step={step} />}
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
          <details open={attempts.some(({ outcome }) => unusual.has(outcome))}>
            <summary className="w-fit cursor-pointer rounded-control py-1 text-[14.5px] text-muted hover:text-text">
              Attempts ({attempts.length})
            </summary>
            <div className="mt-1">
              <AttemptsTable attempts={attempts} label={`Attempts of ${id}`} />
            </div>
          </details>
        )}
        {!job.contentRemoved && <StepPrompt jobId={job.id} step={step} />}
      </div>
    </li>
  );
}

/** Whether the output of a job's only step is shown as its result, above the steps. */
const isResultOf = (job: Job): boolean =>
  job.steps.length === 1 && job.status === 'COMPLETED' && !job.contentRemoved && hasOutputs(job);

/** Whether the error of a step is shown as its job's, above the steps. */
const isErrorOf = ({ error }: Job, step: JobStep): boolean =>
  error?.stepId === step.id && error.code === step.error?.code && error.message === step.error.message;

/** A step's model calls, with their time and cost. */
function StepFacts({ step, attempts, places }: StepProps) {
  const { reason, fallbacks, latencyMs, cost } = step;
  const called = attempts.filter(({ outcome }) => outcome !== 'PASSED_OVER').map(({ model }) => model);
  // A step has its model once one has responded; until then, the last that was called.
  const model = step.model ?? called.at(-1);
  const others = step.model === null ? [...new Set(called)].filter((one) => one !== model) : fallbacks;
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-[14.5px] md:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <StepFact className="max-md:col-span-2" name="Model">
        {model ? <WholeWords className="font-mono text-[13.5px]" text={model} /> : '—'}
        {/* It is about the first. */}
        {reason && others.length === 0 && <span className="block text-[13px] text-muted">{reason}</span>}
        {others.length > 0 && (
          <span className="block text-[13px] text-muted">
            Tried first: <span className="font-mono text-[12.5px]">{others.join(', ')}</span>
          </span>
        )}
      </StepFact>
      <StepFact name="Attempts">{formatCount(step.attempts)}</StepFact>
      <StepFact name="Latency">{latencyMs === null ? '—' : formatDuration(latencyMs)}</StepFact>
      <StepFact name="Tokens">{formatTokens(step)}</StepFact>
      <StepFact name="Cost">{formatCost(cost, places)}</StepFact>
    </dl>
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

const outcomes: Record<JobAttempt['outcome'], { word: string; tone: StatusTone }> = {
  RUNNING: { word: 'Running', tone: 'soon' },
  ANSWERED: { word: 'Completed', tone: 'good' },
  FAILED: { word: 'Failed', tone: 'bad' },
  CANCELED: { word: 'Canceled', tone: 'off' },
  LOST: { word: 'Lost', tone: 'bad' },
  PASSED_OVER: { word: 'Passed over', tone: 'off' },
};

const milliseconds = (value: number | null) => (value === null ? '—' : formatDuration(value));

interface AttemptsTableProps {
  attempts: JobAttempt[];
  /** Names the table for screen readers. */
  label: string;
}

/** The requests that a step made to providers, in order, and the models that it passed over. */
export function AttemptsTable({ attempts, label }: AttemptsTableProps) {
  const columns = attemptColumns(costPlaces(attempts.map(({ cost }) => cost)));
  return <DataTable columns={columns} keyOf={({ number }) => number} label={label} rows={attempts} />;
}

/** If no request was sent, there is nothing to measure. */
const wasCalled = ({ outcome }: JobAttempt) => outcome !== 'PASSED_OVER';

/** @param places decimals of the costs */
const attemptColumns = (places: number): DataColumn<JobAttempt>[] => [
  {
    head: 'Model',
    minWidth: 200,
    priority: 9,
    cell: ({ number, model }) => (
      <span className="flex items-baseline gap-1.5">
        <span className="text-muted">{`${number}. `}</span>
        <WholeWords className="min-w-0 font-mono text-[13px]" text={model} />
      </span>
    ),
  },
  {
    head: 'Outcome',
    minWidth: 200,
    priority: 5,
    cell: (attempt) => {
      const { word, tone } = outcomes[attempt.outcome];
      return (
        <>
          <StatusMark tone={tone}>{word}</StatusMark> <AttemptReason attempt={attempt} />
        </>
      );
    },
  },
  {
    head: 'Tokens',
    minWidth: 150,
    priority: 2,
    cell: (attempt) => (wasCalled(attempt) ? <AttemptTokens attempt={attempt} /> : '—'),
  },
  {
    head: 'First token',
    minWidth: 100,
    priority: 1,
    kind: 'number',
    cell: ({ firstTokenMs }) => milliseconds(firstTokenMs),
  },
  {
    head: 'Latency',
    minWidth: 96,
    priority: 3,
    kind: 'number',
    cell: (attempt) => (wasCalled(attempt) ? milliseconds(attempt.milliseconds) : '—'),
  },
  {
    head: 'Cost',
    minWidth: 96,
    priority: 4,
    kind: 'number',
    cell: (attempt) => (wasCalled(attempt) ? formatCost(attempt.cost, places) : '—'),
  },
];

/** Why an attempt gave nothing that could be used. */
function AttemptReason({ attempt: { outcome, code, message, docs, status } }: { attempt: JobAttempt }) {
  if (outcome === 'LOST')
    return <Reason>The server's process ended during this call. Its tokens and cost are estimates.</Reason>;
  if (code === null && message === null && status === null) return null;
  return (
    <Reason>
      {code && <ErrorCode code={code} docs={docs} />}{' '}
      {status !== null && `HTTP ${status}${message ? ': ' : ''}`}
      {message && <CodeMarks text={message} />}
    </Reason>
  );
}

const Reason = ({ children }: { children: ReactNode }) => (
  <span className="subline wrap-break-word max-w-[48ch]">{children}</span>
);

/** All tokens that count as read and written, and the special ones among them. */
function AttemptTokens({ attempt }: { attempt: JobAttempt }) {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens, estimated } =
    attempt;
  const parts = [
    [cachedInputTokens, 'from the cache'],
    [cacheWriteTokens, 'to the cache'],
    [reasoningTokens, 'for reasoning'],
  ] as const;
  const special = parts.filter(([count]) => count > 0).map(([count, of]) => `${count} ${of}`);
  return (
    <>
      {formatTokens({
        tokensIn: inputTokens + cachedInputTokens + cacheWriteTokens,
        tokensOut: outputTokens + reasoningTokens,
      })}{' '}
      {special.length > 0 && <span className="subline">of these {special.join(', ')}</span>}{' '}
      {estimated && <span className="subline">Estimated</span>}
    </>
  );
}
