import { useId } from 'react';
import { useStyleSheet } from '@/components/ui/column-layout';
import { Outcome } from '@/components/ui/outcome';
import { formatEstimateRange } from '@/components/workflows/measures';
import type { LivePlan } from '@/components/workflows/use-live-plan';
import { formatQuantity } from '@/lib/format/number';
import type { Fields } from './edit-workflow';
import { RunButton, useWorkflowStart } from './run-button';
import type { WorkflowPlan } from './use-workflow-plan';

interface RunBarProps {
  workflow: Fields | null;
  file: File | null;
  /** The job whose workflow this was, before any changes; null for none. */
  rerunOf: string | null;
  state: LivePlan<WorkflowPlan>;
  /** The address of the list, below which the job has its page. */
  base: string;
  onStarted: () => void;
  /** Moves the focus to the first fault. */
  onShowFault: () => void;
}

/** The state and the price of the plan, and the button that runs it: at the top of the window, however long the form is. */
export function RunBar({ state, onShowFault, ...started }: RunBarProps) {
  const id = useId();
  const { checking, faults, isPlanned, plan } = state;
  const { run, canStart, result, label } = useWorkflowStart({ ...started, isPlanned, checking });
  // Behind the bar and a header above it, the focus couldn't be seen.
  useStyleSheet('html { scroll-padding-top: 160px }');
  return (
    <div className="sticky top-(--below-header,0px) z-10 -mx-2 border-rule border-b bg-paper px-2 py-2 print:hidden">
      <div className="flex min-h-[46px] items-center justify-between gap-x-4">
        <div className="min-w-0 text-[14.5px]">
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="min-h-[1lh] text-muted" id={id} role="status">
              {lineOf(state)}
            </p>
            {faults.length > 0 && !checking && (
              <button
                className="cursor-pointer rounded-control underline underline-offset-3"
                onClick={onShowFault}
                type="button"
              >
                Show first
              </button>
            )}
          </div>
          {isPlanned && plan && (
            <p className="font-mono font-semibold text-[13.5px] tabular-nums">
              {formatEstimateRange(plan.estimatedCost, plan.maxCost)}
            </p>
          )}
        </div>
        <RunButton
          canStart={canStart}
          describedBy={id}
          label={label}
          onRefused={() => faults.length > 0 && onShowFault()}
          onRun={run}
        />
      </div>
      <Outcome className="max-h-[30vh] overflow-y-auto pt-2 empty:hidden" result={result} />
    </div>
  );
}

function lineOf({ checking, faults, failure, plan }: LivePlan<WorkflowPlan>): string {
  if (checking) return 'Checking the workflow...';
  if (faults.length > 0)
    return `${formatQuantity(faults.length, { one: 'fault', other: 'faults' })} to correct.`;
  if (failure) return "The workflow couldn't be checked.";
  return plan ? `${formatQuantity(plan.steps.length, { one: 'step', other: 'steps' })} would run.` : '';
}
