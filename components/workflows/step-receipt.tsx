'use client';
import { CodeMarks } from '@/components/ui/code-marks';
import { StatusMark } from '@/components/ui/status-mark';
import type { JobAttempt, JobStep } from './job';
import { ErrorCode } from './job-error-note';
import { attemptCost, formatSpending, type ReceiptEntry, stepReceipt } from './receipt';
import { useNow } from './run-time';

/** Sentences that are shown at once; a step of many attempts has the others behind a disclosure. */
const SHOWN = 8;

interface StepReceiptProps {
  step: Pick<JobStep, 'id' | 'status'>;
  /** At least one. */
  attempts: readonly JobAttempt[];
  /** The cost of the step's attempts without a usable reply; undefined hides it. */
  lost?: JobStep['spentWithoutResult'];
}

/** The attempts of a step, a sentence each, with their cost. */
export function StepReceipt({ step, attempts, lost }: StepReceiptProps) {
  const now = useNow(attempts.some(({ outcome }) => outcome === 'RUNNING') ? 1_000 : null);
  const entries = stepReceipt(step, attempts, now);
  const [first, others] = [entries.slice(0, SHOWN), entries.slice(SHOWN)];
  return (
    <div className="text-[14.5px]">
      <Entries entries={first} label={`Receipt of ${step.id}`} />
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-control py-1 text-muted hover:text-text">
            {others.length} more
          </summary>
          <Entries entries={others} label={`Rest of the receipt of ${step.id}`} />
        </details>
      )}
      {lost && (lost.cost > 0 || lost.unknownCalls > 0) && (
        <p className="mt-2 text-muted">
          Spent without a result: {formatSpending(lost)}
          {lost.estimated && ', partly estimated'}.
        </p>
      )}
    </div>
  );
}

function Entries({ entries, label }: { entries: readonly ReceiptEntry[]; label: string }) {
  return (
    <ol aria-label={label} className="grid gap-2">
      {entries.map(({ number, tone, sentence, attempt }) => (
        <li className="wrap-anywhere min-w-0" key={number}>
          <span className="flex items-baseline gap-2">
            <StatusMark tone={tone}>{''}</StatusMark>
            <span className="min-w-0">
              <CodeMarks text={sentence} />
            </span>
          </span>
          <span className="ml-3.75 block text-[13px] text-muted">
            <Reason attempt={attempt} />
            {attemptCost(attempt)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Why an attempt gave nothing that could be used, or why the model wasn't called. */
function Reason({ attempt: { code, message, docs } }: { attempt: JobAttempt }) {
  if (code === null && message === null) return null;
  return (
    <span className="block max-w-[72ch]">
      {code && <ErrorCode code={code} docs={docs} />} {message && <CodeMarks text={message} />}
    </span>
  );
}
