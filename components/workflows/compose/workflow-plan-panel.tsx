import { useMemo } from 'react';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { GraphLines, graphWidth, MOST_LANES } from '@/components/workflows/graph-lines';
import { formatEstimateRange } from '@/components/workflows/measures';
import { PlanPrice } from '@/components/workflows/plan-price';
import { type GraphLine, stepGraph } from '@/components/workflows/step-graph';
import type { LivePlan } from '@/components/workflows/use-live-plan';
import { type Fields, idOf, stepsOf } from './edit-workflow';
import type { WorkflowPlan } from './use-workflow-plan';

interface WorkflowPlanPanelProps {
  state: LivePlan<WorkflowPlan>;
  workflow: Fields;
}

/** The plan of a workflow that is being written: its price, and its steps as a graph. */
export function WorkflowPlanPanel({ state, workflow }: WorkflowPlanPanelProps) {
  const { checking, faults, failure, retry } = state;
  // Next to the faults of another workflow, the last plan would be taken for its own.
  const plan = faults.length > 0 && state.plan && isOfOther(state.plan, workflow) ? null : state.plan;
  return (
    <div className="min-w-0 rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5">
      {plan && faults.length > 0 && (
        <p className="text-[14.5px] text-muted">
          From before the {faults.length === 1 ? 'fault' : 'faults'}.
        </p>
      )}
      <div className="min-h-[62px]">
        {plan ? (
          <PlanPrice plan={plan} />
        ) : (
          faults.length === 0 && !failure && <Skeleton className="h-[56px]" />
        )}
      </div>
      {failure && <Failure className="mt-3" message={failure.message} onRetry={retry} wait={failure.wait} />}
      {plan && faults.length === 0 && plan.warnings.length > 0 && (
        <Warnings warnings={plan.warnings} workflow={workflow} />
      )}
      <div aria-busy={checking || undefined} className="mt-4 border-rule border-t pt-1">
        {plan ? (
          <PlanGraph plan={plan} />
        ) : faults.length === 0 && !failure ? (
          <Skeleton className="mt-3 h-[230px]" />
        ) : (
          <p className="pt-3 text-[14.5px] text-muted">The steps and their models appear here.</p>
        )}
      </div>
    </div>
  );
}

interface WarningsProps {
  warnings: WorkflowPlan['warnings'];
  workflow: Fields;
}

/** The warnings of a plan, each with its place. */
function Warnings({ warnings, workflow }: WarningsProps) {
  const ids = stepsOf(workflow).map(idOf);
  return (
    <ul aria-label="Warnings" className="mt-3 grid gap-1.5 text-[14px]">
      {warnings.map(({ path, message }) => (
        <li className="wrap-anywhere border-amber border-l-2 pl-2.5" key={`${path} ${message}`}>
          <span className="font-medium">{placeIn(ids, path)}:</span> {message}
        </li>
      ))}
    </ul>
  );
}

/** `instructions of reply` for `steps[1].instructions`. */
const placeIn = (ids: readonly string[], path: string): string =>
  path.replace(/^steps\[(\d+)\]\.(\w+)$/, (_, position, field) => `${field} of ${ids[position]}`);

/** Whether most steps of a plan aren't in the workflow, so that it's another one and not the same with a fault. */
function isOfOther({ steps }: WorkflowPlan, workflow: Fields): boolean {
  const ids = new Set(stepsOf(workflow).map(idOf));
  return steps.filter(({ id }) => ids.has(id)).length < steps.length / 2;
}

/** The steps in their order, with lines to the steps that wait for them. */
function PlanGraph({ plan: { steps } }: { plan: WorkflowPlan }) {
  const ordered = useMemo(() => steps.toSorted((one, other) => one.wave - other.wave), [steps]);
  const graph = useMemo(() => stepGraph(ordered), [ordered]);
  const lanes = graph.lanes <= MOST_LANES ? graph.lanes : 0;
  return (
    <ol aria-label="Plan">
      {ordered.map((step, row) => (
        <PlannedStep key={step.id} lanes={lanes} lines={graph.rows[row] ?? []} step={step} />
      ))}
    </ol>
  );
}

interface PlannedStepProps {
  step: WorkflowPlan['steps'][number];
  lanes: number;
  lines: readonly GraphLine[];
}

function PlannedStep({ step, lanes, lines }: PlannedStepProps) {
  const { id, task, model, reason, fallbacks, waitsFor, condition, estimatedCost, maxCost } = step;
  return (
    <li className="relative border-rule border-t py-2 text-[14px] first:border-t-0">
      {lanes > 0 && <GraphLines lanes={lanes} lines={lines} />}
      <div className="pl-(--graph)" style={{ '--graph': `${graphWidth(lanes)}px` } as React.CSSProperties}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{id}</span> <span className="text-muted">{task}</span>
          </span>
          <span className="whitespace-nowrap text-[13.5px] text-muted tabular-nums">
            {formatEstimateRange(estimatedCost, maxCost)}
          </span>
        </div>
        {waitsFor.length > 0 && (
          <p className="wrap-anywhere text-[13px] text-muted">after {waitsFor.join(', ')}</p>
        )}
        {condition !== null && (
          <p className="wrap-anywhere text-[13px] text-muted">
            if <code className="font-mono text-[12.5px]">{condition}</code>
          </p>
        )}
        <p className="wrap-anywhere mt-0.5">
          {model ? <span className="font-mono text-[13px]">{model}</span> : 'No model'}{' '}
          <span className="text-muted">{reason}</span>
        </p>
        {fallbacks.length > 0 && (
          <p className="wrap-anywhere text-[13px] text-muted">
            If it fails: <span className="font-mono text-[12.5px]">{fallbacks.join(', ')}</span>
          </p>
        )}
      </div>
    </li>
  );
}
