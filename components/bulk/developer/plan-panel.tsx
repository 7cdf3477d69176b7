'use client';
import { type ReactNode, useId, useState } from 'react';
import { cannotRun, useIsCanceled } from '@/components/account/canceled-line';
import { rowCount } from '@/components/bulk/bulk-run';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { JobOutput } from '@/components/workflows/job-output';
import { formatEstimateRange } from '@/components/workflows/measures';
import { PlanPrice } from '@/components/workflows/plan-price';
import type { LivePlan } from '@/components/workflows/use-live-plan';
import { formatCount } from '@/lib/format/number';
import type { BulkPlan } from './use-plan';

interface PlanPanelProps {
  state: LivePlan<BulkPlan>;
  /** US dollars after which the run stops; null if it has no such limit. */
  costLimit: number | null;
  /** Starts the run; shown below the price. */
  children: ReactNode;
}

/** The plan of a run that is being written: its price, its rows, and the texts of its first row. */
export function PlanPanel({ state, costLimit, children }: PlanPanelProps) {
  const { plan, checking, faults, failure, retry } = state;
  const isCanceled = useIsCanceled();
  return (
    <div className="min-w-0 rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5">
      <p className="min-h-6 text-[15px] text-muted" role="status">
        {isCanceled && plan && faults.length === 0 ? cannotRun : lineOf(state)}
      </p>
      {plan ? <Price costLimit={costLimit} plan={plan} /> : <Skeleton className="my-1 h-[98px]" />}
      {failure && <Failure className="mt-3" message={failure.message} onRetry={retry} wait={failure.wait} />}
      {children}
      <div aria-busy={checking || undefined}>
        {plan ? (
          <>
            {plan.problemCount > 0 && <Problems plan={plan} />}
            <Models plan={plan} />
            {plan.example && <Example example={plan.example} />}
          </>
        ) : (
          faults.length === 0 && !failure && <Skeleton className="mt-5 h-[260px]" />
        )}
      </div>
    </div>
  );
}

function lineOf({ checking, faults, failure, plan }: LivePlan<BulkPlan>): string {
  if (checking) return 'Checking the run...';
  if (faults.length > 0)
    return plan
      ? 'Correct the marked fields. The price below is from before.'
      : 'Correct the marked fields to see the price.';
  if (failure || !plan) return '';
  const skipped = plan.skippedCount > 0 ? `, ${rowCount(plan.skippedCount)} skipped at no cost` : '';
  const failing = plan.problemCount > 0 ? `, and ${formatCount(plan.problemCount)} of them would fail` : '';
  return `${rowCount(plan.rowCount)} would run${failing}${skipped}.`;
}

/** The price of all rows, and of the cheapest and the longest. */
function Price({ plan, costLimit }: { plan: BulkPlan } & Pick<PlanPanelProps, 'costLimit'>) {
  const { shortest, longest } = plan;
  const within = costLimit === null ? null : rowsWithin(plan, costLimit);
  return (
    <div className="min-h-[106px]">
      <PlanPrice plan={plan} />
      {plan.problemCount > 0 && (
        <p className="mt-1 text-[14px] text-muted">
          {plan.problemCount < plan.rowCount
            ? `Without the ${rowCount(plan.problemCount)} that would fail.`
            : 'Each row would fail, so there is no price.'}
        </p>
      )}
      {within !== null && (
        <p className="mt-1 text-[14px]">The cost limit stops the run after about {rowCount(within)}.</p>
      )}
      {shortest && longest && (
        <p className="mt-1 text-[14px] text-muted">
          Cheapest row: line {formatCount(shortest.line)}, {rangeOf(shortest)}. Longest row: line{' '}
          {formatCount(longest.line)}, {rangeOf(longest)}.
        </p>
      )}
    </div>
  );
}

/** How many rows a limit on the cost lets run, by the estimate; null if all. */
function rowsWithin(
  { rowCount, problemCount, estimatedCost }: Pick<BulkPlan, 'rowCount' | 'problemCount' | 'estimatedCost'>,
  costLimit: number,
): number | null {
  if (estimatedCost === null || costLimit >= estimatedCost) return null;
  // It stops once it has been reached, so a row has always run.
  return Math.max(1, Math.ceil(((rowCount - problemCount) * costLimit) / estimatedCost));
}

const rangeOf = ({ estimatedCost, maxCost }: NonNullable<BulkPlan['shortest']>): string =>
  formatEstimateRange(estimatedCost, maxCost);

/** Problems that are shown before the person asks for the others. */
const FIRST = 5;

/** The rows that would fail, and why. */
function Problems({ plan: { problemCount, problems } }: { plan: BulkPlan }) {
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, FIRST);
  const more = problems.length - FIRST;
  return (
    <section aria-label="Rows that would fail" className="mt-5">
      <h3 className="font-semibold text-[15px] text-red">
        {problemCount === 1 ? '1 row would fail' : `${rowCount(problemCount)} would fail`}
      </h3>
      <ul className="mt-1 text-[14px]">
        {shown.map(({ line, stepId, message }) => (
          <li className="wrap-anywhere py-0.5" key={`${line} ${stepId}`}>
            Line {formatCount(line)}, step <code className="font-mono text-[13px]">{stepId}</code>:{' '}
            <CodeMarks text={message} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button
          aria-expanded={all}
          className="mt-1.5"
          onClick={() => setAll(!all)}
          size="small"
          variant="line"
        >
          {all ? 'Show fewer' : `Show ${formatCount(more)} more`}
        </Button>
      )}
      {all && problems.length < problemCount && (
        <p className="mt-1 text-[14px] text-muted">The first {formatCount(problems.length)} are listed.</p>
      )}
    </section>
  );
}

/** The model that each step would call first. */
function Models({ plan: { steps } }: { plan: BulkPlan }) {
  if (steps.length === 0) return null;
  return (
    <section aria-label="Models" className="mt-5">
      <h3 className="font-semibold text-[15px]">Models</h3>
      <ul className="mt-1 text-[14px]">
        {steps.map(({ id, task, model, reason }) => (
          <li className="wrap-anywhere py-0.5" key={id}>
            <span className="font-medium">{id}</span> <span className="text-muted">{task}</span>:{' '}
            {model ? <span className="font-mono text-[13px]">{model}</span> : 'none'}.{' '}
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The texts of the steps for the first row that runs. */
function Example({ example: { line, steps } }: { example: NonNullable<BulkPlan['example']> }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 className="mb-2 font-semibold text-[15px]" id={id}>
        Line {formatCount(line)} as the steps get it
      </h3>
      <div className="grid gap-3">
        {steps.map(({ stepId, input, instructions }) => (
          <div className="grid min-w-0 gap-2" key={stepId}>
            <JobOutput
              label={`${stepId}: input`}
              value={input ?? "The workflow's input, or the outputs of the steps that it depends on."}
              what={`input of ${stepId}`}
            />
            {instructions !== '' && (
              <JobOutput
                label={`${stepId}: instructions`}
                value={instructions}
                what={`instructions of ${stepId}`}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
