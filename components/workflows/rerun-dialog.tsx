'use client';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field, Input, Select, Textarea } from '@/components/ui/form';
import { TextLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { formatQuantity } from '@/lib/format/number';
import type { Job } from './job';
import { formatEstimate } from './measures';
import type { LivePlan } from './use-live-plan';
import {
  type Changeable,
  type RerunChoice,
  type RerunPlan,
  rerunJob,
  type SentStep,
  useChangeable,
  useRerunPlan,
} from './use-rerun';
import { useStartOnce } from './use-start-once';

interface RerunDialogProps {
  job: Job;
  /** The address of the list, below which each job has its page. */
  base: string;
  onClose: () => void;
  /** The new job has started, and the dialog is closed. */
  onStarted: (id: string) => void;
}

/** Asks how a job runs again: all of it or from a step, with changes, at which price. */
export function RerunDialog({ job, base, onClose, onStarted }: RerunDialogProps) {
  const loaded = useChangeable(job.id);
  const gone = loaded.status === 'ready' && loaded.data === null;
  return (
    <Dialog onOpenChange={(open) => !open && onClose()} open size="wide" title="Run again">
      {loaded.status === 'loading' && <Skeleton className="mt-5 h-[320px]" />}
      {loaded.status === 'failed' && (
        <Failure
          className="mt-4"
          message="The job's workflow couldn't be loaded."
          onRetry={loaded.retry}
          wait={loaded.wait}
        />
      )}
      {gone && <Failure className="mt-4" message="The job's workflow is no longer kept." />}
      {loaded.status === 'ready' && loaded.data && (
        <RerunForm base={base} before={loaded.data} job={job} onClose={onClose} onStarted={onStarted} />
      )}
    </Dialog>
  );
}

/** A longer input is slow to edit here. The API takes it. */
const LONGEST_INPUT = 50_000;

function RerunForm(props: RerunDialogProps & { before: Changeable }) {
  const { job, base, before, onClose, onStarted } = props;
  const client = useClient();
  const [failedStep] = useState(() => resumableStep(job));
  const [fromStep, setFromStep] = useState(failedStep);
  const [input, setInput] = useState(before.input);
  const [steps, setSteps] = useState(before.steps);
  const { pending: starting, result, start } = useStartOnce<'run'>();
  const pending = starting !== null;
  const choice = choiceOf(before, { fromStep, input, steps });
  const plan = useRerunPlan(job.id, choice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start('run', JSON.stringify(choice), async (key) =>
      onStarted(await rerunJob(client, job.id, choice, key)),
    );
  };
  return (
    <form className="mt-4 grid gap-4" onSubmit={submit}>
      <UnsavedChanges when={choice.changes !== null && !pending} />
      <Field
        hint={failedStep === null ? undefined : `This job failed at the step ${failedStep}.`}
        label="Steps to run"
      >
        {(control) => (
          <Select
            {...control}
            onChange={({ target }) => setFromStep(target.value || null)}
            value={fromStep ?? ''}
          >
            <option value="">All steps</option>
            {steps.map(({ id }) => (
              <option key={id} value={id}>
                From {id}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {before.input.length > LONGEST_INPUT ? (
        <p className="text-[14px] text-muted">
          The input is too long to be changed here. It stays as it was.
        </p>
      ) : (
        <Field label="Input">
          {(control) => (
            <Textarea
              {...control}
              onChange={({ target }) => setInput(target.value)}
              placeholder={before.hasFile ? 'None: the steps read the file.' : 'None'}
              value={input}
            />
          )}
        </Field>
      )}
      <StepFields onChange={setSteps} start={fromStep} steps={steps} />
      <PriceLine plan={plan} total={steps.length} />
      {plan.faults.some(isBeyondChanges) && (
        <p className="text-[14.5px]">
          <TextLink href={`${base}/new?from=${job.id}`}>Open the workflow in the composer</TextLink>, where
          all of it can be changed.
        </p>
      )}
      {result && <Failure message={result.text} />}
      <DialogActions>
        <Button disabled={whyNot(plan) !== null} pending={pending} type="submit">
          Run
        </Button>
        <Button disabled={pending} onClick={onClose} variant="line">
          Cancel
        </Button>
      </DialogActions>
    </form>
  );
}

interface StepFieldsProps {
  steps: SentStep[];
  /** The step that runs first; null for all. */
  start: string | null;
  onChange: (steps: SentStep[]) => void;
}

/** The fields of one step at a time. */
function StepFields({ steps, start, onChange }: StepFieldsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const id = chosen ?? start ?? steps[0]?.id;
  const step = steps.find((one) => one.id === id);
  if (!step) return null;
  const change = (to: Partial<SentStep>) =>
    onChange(steps.map((one) => (one.id === id ? { ...one, ...to } : one)));
  return (
    <fieldset className="grid gap-3 rounded-panel border border-rule px-4 pt-1.5 pb-4">
      <legend className="px-1 font-semibold text-[14px]">Change a step</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Step">
          {(control) => (
            <Select {...control} onChange={({ target }) => setChosen(target.value)} value={step.id}>
              {steps.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.id}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Model">
          {(control) => (
            <Input
              {...control}
              autoCapitalize="none"
              onChange={({ target }) => change({ model: target.value.trim() || null })}
              placeholder="Chosen by its strategy"
              spellCheck={false}
              value={step.model ?? ''}
            />
          )}
        </Field>
      </div>
      <Field label="Instructions">
        {(control) => (
          <Textarea
            {...control}
            onChange={({ target }) => change({ instructions: target.value })}
            placeholder="None"
            value={step.instructions}
          />
        )}
      </Field>
    </fieldset>
  );
}

interface PriceLineProps {
  plan: LivePlan<RerunPlan>;
  /** Steps of the job. */
  total: number;
}

/** The price of the choice, in a line that keeps its height. */
function PriceLine({ plan: { plan, isPlanned, checking, ...live }, total }: PriceLineProps) {
  const why = whyNot(live);
  return (
    <div aria-live="polite" className="min-h-[44px] text-[14.5px]">
      {checking && <p className="text-muted">Checking the price…</p>}
      {why && <p className="wrap-anywhere text-red">{why}</p>}
      {isPlanned && plan && (
        <>
          <p className="tabular-nums">
            Estimate <strong>{formatEstimate(plan.estimatedCost)}</strong>, at most{' '}
            {formatEstimate(plan.maxCost)} without failed attempts
          </p>
          <p className="wrap-anywhere text-[13.5px] text-muted">{stepsOf(plan.steps, total)}</p>
        </>
      )}
    </div>
  );
}

/** Why a choice can't run; its first fault says more than their number. */
const whyNot = ({ faults, failure }: Pick<LivePlan<RerunPlan>, 'faults' | 'failure'>): string | null =>
  faults[0]?.message ?? failure?.message ?? null;

/** Whether a fault is in a part of the workflow that the dialog can't change. */
const isBeyondChanges = ({ path }: { path: string }): boolean =>
  /^(?:steps\[\d+\]\.(?!(?:model|instructions)\b)|variables|callbacks|mode\b)/.test(path);

/** How many reused steps are named. */
const MOST_NAMED = 6;

const listed = new Intl.ListFormat('en-US');

function stepsOf(steps: RerunPlan['steps'], total: number): string {
  const reused = steps.filter((step) => step.reused).map(({ id }) => id);
  const all = formatQuantity(total, { one: 'step', other: 'steps' });
  if (reused.length === 0) return `${all} will run, as an execution of its own.`;
  const others = reused.length - MOST_NAMED;
  const names = [...reused.slice(0, MOST_NAMED), ...(others > 0 ? [`${others} more`] : [])];
  return `${total - reused.length} of ${all} will run. Reused at no cost: ${listed.format(names)}.`;
}

/** The step at which a job failed; null if it has none, or if no step has completed that could be reused. */
function resumableStep({ status, error, steps }: Job): string | null {
  if (status !== 'FAILED' || !steps.some((step) => step.status === 'COMPLETED')) return null;
  return error?.stepId ?? steps.find((step) => step.status === 'FAILED')?.id ?? null;
}

/** Only what was changed is sent. */
function choiceOf(
  before: Changeable,
  { fromStep, input, steps }: { fromStep: string | null; input: string; steps: SentStep[] },
): RerunChoice {
  const changed = steps.flatMap((step, index) => {
    const { instructions, model } = before.steps[index] ?? step;
    if (step.instructions === instructions && step.model === model) return [];
    return [
      {
        id: step.id,
        ...(step.instructions !== instructions && { instructions: step.instructions }),
        ...(step.model !== model && { model: step.model }),
      },
    ];
  });
  const hasInput = input !== before.input;
  return {
    fromStep,
    changes:
      hasInput || changed.length > 0
        ? { ...(hasInput && { input }), ...(changed.length > 0 && { steps: changed }) }
        : null,
  };
}
