'use client';
import { CodeMarks } from '@/components/ui/code-marks';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { assumptionsOf, type Drill, type DrilledStep } from './drill';
import { type JobAttempt, jobStatusWords, stepStatusWords, stepTones } from './job';
import { ErrorCode } from './job-error-note';
import { formatCost, formatDuration } from './measures';
import { StepReceipt } from './step-receipt';

interface DrillResultProps {
  drill: Drill;
  /** The changes, in words. */
  of: string;
  /** The real ones. */
  attempts: readonly JobAttempt[];
}

/** A job as it would have been, next to the real one. */
export function DrillResult({ drill, of, attempts }: DrillResultProps) {
  return (
    <div className="mt-2 grid gap-5">
      <p className="max-w-[72ch] text-[15px]">
        <strong className="font-semibold">
          Replayed as if <CodeMarks text={of} />.
        </strong>{' '}
        <Summary drill={drill} />
      </p>
      <DataTable
        columns={columns}
        keyOf={({ id }) => id}
        label="Steps, as they would have been"
        rows={drill.steps}
      />
      {drill.steps.map((step) => (
        <StepComparison attempts={attempts} drill={drill} key={step.id} step={step} />
      ))}
      <p className="max-w-[72ch] text-[13.5px] text-muted">
        Differences are from the same replay without changes. The real time also has the server's own work.
        The breakers of the job start closed, and waits that vary at random have their middle. Texts and
        conditions stay as they were.
      </p>
    </div>
  );
}

function Summary({ drill }: { drill: Drill }) {
  const { status, error, cost, milliseconds, approvalMilliseconds: approval, unchanged, actual } = drill;
  if (status === null)
    return (
      <>
        A step that never ran would have run, or a decision that never came would have counted. So what
        follows isn't known. Its cost and time aren't either.
      </>
    );
  const really = jobStatusWords[actual.status].toLowerCase();
  return (
    <>
      The job would have {jobStatusWords[status].toLowerCase()}
      {status !== actual.status && <>, and really {really === 'canceled' ? 'was canceled' : really}</>}. It
      would have cost {formatCost(cost)} ({difference(cost, unchanged.cost, formatCost)}) and taken{' '}
      {milliseconds === null ? 'an unknown time' : formatDuration(milliseconds)} (
      {difference(milliseconds, unchanged.milliseconds, formatDuration)})
      {approval !== null && approval > 0 && <>, {formatDuration(approval)} of it waiting for approval</>}.
      Without changes, its replay takes{' '}
      {unchanged.milliseconds === null ? 'an unknown time' : formatDuration(unchanged.milliseconds)} and costs{' '}
      {formatCost(unchanged.cost)}. It really took{' '}
      {actual.milliseconds === null ? 'no time' : formatDuration(actual.milliseconds)} and cost{' '}
      {formatCost(actual.cost)}.
      {error && (
        <>
          {' '}
          <ErrorCode code={error.code} docs={error.docs} /> <CodeMarks text={error.message} />
        </>
      )}
    </>
  );
}

/** `unchanged`, `$0.002 more`, or `unknown difference`. */
function difference(would: number | null, actual: number | null, format: (amount: number) => string): string {
  if (would === null || actual === null) return 'unknown difference';
  if (would === actual) return 'unchanged';
  return `${format(Math.abs(would - actual))} ${would > actual ? 'more' : 'less'}`;
}

const columns: DataColumn<DrilledStep>[] = [
  { head: 'Step', minWidth: 140, priority: 9, cell: ({ id }) => <WholeWords text={id} /> },
  {
    head: 'Served by',
    minWidth: 210,
    priority: 8,
    cell: ({ status, model, actual }) => (
      <>
        {status === null ? (
          'Unknown'
        ) : (
          <StatusMark tone={stepTones[status]}>{model ?? stepStatusWords[status]}</StatusMark>
        )}
        {(model !== actual.model || status !== actual.status) && (
          <span className="subline">Really: {actual.model ?? stepStatusWords[actual.status]}</span>
        )}
      </>
    ),
  },
  {
    head: 'Calls',
    minWidth: 70,
    priority: 3,
    kind: 'number',
    cell: ({ calls, actual }) => changed(calls, actual.calls, String),
  },
  {
    head: 'Cost',
    minWidth: 120,
    priority: 5,
    kind: 'number',
    cell: ({ cost, actual }) => changed(cost, actual.cost, (amount) => formatCost(amount)),
  },
  {
    head: 'Time',
    minWidth: 110,
    priority: 4,
    kind: 'number',
    cell: ({ milliseconds, unchanged }) =>
      changed(milliseconds, unchanged.milliseconds, formatDuration, 'Without changes'),
  },
];

/** A figure, and what it is compared with if that differs. */
function changed(
  would: number | null,
  actual: number | null,
  format: (amount: number) => string,
  compared = 'Really',
) {
  const shown = (amount: number | null) => (amount === null ? '—' : format(amount));
  return (
    <>
      {shown(would)}
      {would !== actual && (
        <span className="subline">
          {compared}: {shown(actual)}
        </span>
      )}
    </>
  );
}

/** The receipts of a step that would have gone otherwise. */
function StepComparison({ step, drill, attempts }: Omit<DrillResultProps, 'of'> & { step: DrilledStep }) {
  const drilled = drill.attempts.filter(({ attempt }) => attempt.stepId === step.id);
  const real = attempts.filter(({ stepId }) => stepId === step.id);
  if (drilled.every(({ basis }) => basis === 'RECORDED') && drilled.length === real.length) return null;
  const status = step.status ?? 'PENDING';
  return (
    <section aria-label={`${step.id}, compared`} className="min-w-0">
      <h3 className="wrap-anywhere mb-2 font-semibold text-[15px]">{step.id}</h3>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="min-w-0">
          <h4 className="mb-1.5 text-[13px] text-muted">Would have happened</h4>
          {drilled.length === 0 && <p className="text-[14.5px]">No model would have been called.</p>}
          {drilled.length > 0 && (
            <StepReceipt
              attempts={drilled.map(({ attempt }) => attempt)}
              step={{ id: `${step.id}, as it would have been`, status }}
            />
          )}
          {assumptionsOf(drilled).map((sentence) => (
            <p className="mt-2 text-[13.5px] text-muted" key={sentence}>
              <CodeMarks text={sentence} />
            </p>
          ))}
        </div>
        <div className="min-w-0">
          <h4 className="mb-1.5 text-[13px] text-muted">Really happened</h4>
          {real.length === 0 && <p className="text-[14.5px]">No model was called.</p>}
          {real.length > 0 && (
            <StepReceipt
              attempts={real}
              step={{ id: `${step.id}, as it really was`, status: step.actual.status }}
            />
          )}
        </div>
      </div>
    </section>
  );
}
