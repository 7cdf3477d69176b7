import dynamic from 'next/dynamic';
import { useId, useMemo, useRef, useState } from 'react';
import { cannotRun, useIsCanceled } from '@/components/account/canceled-line';
import { Button } from '@/components/ui/button';
import { useStyleSheet } from '@/components/ui/column-layout';
import { Field, Select } from '@/components/ui/form';
import { Outcome } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { formatEstimateRange } from '@/components/workflows/measures';
import { OpenedDetails } from '@/components/workflows/opened-details';
import { parseWorkflow } from '@/components/workflows/parse-workflow';
import { ScreenPart } from '@/components/workflows/screen-part';
import type { LivePlan } from '@/components/workflows/use-live-plan';
import { WorkflowEditor } from '@/components/workflows/workflow-editor';
import { exampleWorkflows } from '@/lib/config/example-workflows';
import { formatBytes, formatQuantity } from '@/lib/format/number';
import type { Fields } from './edit-workflow';
import { RunButton, useWorkflowStart } from './run-button';
import { exampleTexts, type HeldDraft, textOf } from './use-workflow-draft';
import { useWorkflowPlan, type WorkflowPlan } from './use-workflow-plan';
import { WorkflowFields } from './workflow-fields';
import { WorkflowPlanPanel } from './workflow-plan-panel';

const CodeSamples = dynamic(async () => (await import('./code-samples')).CodeSamples, {
  loading: () => <Skeleton className="h-[300px]" />,
});

/** The form, and next to it the plan, the JSON, and the code. */
export function Composed({ base, held }: { base: string; held: HeldDraft }) {
  const { draft, file, setText } = held;
  const { text } = draft;
  const parsed = useMemo(() => parseWorkflow(text), [text]);
  // While the text can't be read, the form shows it as it was.
  const [shown, setShown] = useState<Fields>(parsed.value ?? {});
  if (parsed.value && shown !== parsed.value) setShown(parsed.value);
  const fault = useMemo(() => parsed.fault && { ...parsed.fault, path: '' }, [parsed]);
  const state = useWorkflowPlan(parsed.value, fault, file?.size ?? null);
  // As the last check has found: each change would otherwise hide or show the code for a moment.
  const [isFaulty, setIsFaulty] = useState(false);
  if (!state.checking && isFaulty !== state.faults.length > 0) setIsFaulty(!isFaulty);
  return (
    <>
      <RunBar
        base={base}
        file={file}
        onShowFault={() => focusFault(state.faults[0]?.path ?? '')}
        onStarted={held.forget}
        rerunOf={draft.from}
        state={state}
        workflow={parsed.value}
      />
      <div className="mt-4">
        <Examples held={held} />
      </div>
      <div className="mt-6 grid gap-x-8 gap-y-8 lg:grid-cols-2">
        <ScreenPart title="Workflow">
          {fault && (
            <p className="mb-3 text-[14.5px] text-red">
              The form can be used again once the JSON is correct. {fault.message}
            </p>
          )}
          <WorkflowFields
            disabled={fault !== null}
            faults={state.faults}
            file={file}
            fileNote={draft.file && <MissingFile file={draft.file} fromJob={draft.from !== null} />}
            onChange={(workflow) => setText(textOf(workflow))}
            onFile={held.setFile}
            workflow={shown}
          />
        </ScreenPart>
        {/* In view next to the longer form, below the bar with Run. */}
        <div className="roomy:-m-1 grid min-w-0 content-start gap-8 roomy:sticky roomy:top-[calc(var(--below-header,0px)+80px)] roomy:max-h-[calc(100dvh-var(--below-header,0px)-96px)] roomy:self-start roomy:overflow-y-auto roomy:p-1">
          <ScreenPart title="Plan">
            <WorkflowPlanPanel state={state} workflow={shown} />
          </ScreenPart>
          <ScreenPart title="JSON">
            <WorkflowEditor className="min-h-[420px]" faults={state.faults} onChange={setText} text={text} />
          </ScreenPart>
          <ScreenPart title="Same as code">
            <OpenedDetails summary="curl, fetch, and GraphQL">
              {isFaulty ? (
                <p className="text-[14.5px] text-muted">
                  The workflow has faults, so its code would be refused. Correct them to see it here.
                </p>
              ) : (
                <CodeSamples fileName={file?.name ?? null} workflow={shown} />
              )}
            </OpenedDetails>
          </ScreenPart>
        </div>
      </div>
    </>
  );
}

/** Moves the focus to the field of a fault; to the JSON if the form doesn't have the field. */
function focusFault(path: string): void {
  const field = document.querySelector<HTMLElement>(`main [data-path="${CSS.escape(path)}"]`);
  const json = document.querySelector<HTMLElement>('main [name=workflow]');
  (field ?? json)?.focus();
}

function MissingFile({
  file: { name, bytes },
  fromJob,
}: {
  file: { name: string; bytes: number };
  fromJob: boolean;
}) {
  return (
    <p className="wrap-anywhere mt-1.5 text-[14px]">
      {fromJob ? 'The job was sent with' : 'You had chosen'} the file{' '}
      <span className="font-mono text-[13px]">{name}</span>, {formatBytes(bytes)}. Choose it again to send it.
    </p>
  );
}

/** The examples, any of which takes the workflow's place. The workflow before it can be brought back. */
function Examples({ held: { draft, replace, bringBack } }: { held: HeldDraft }) {
  const shown = exampleTexts.indexOf(draft.text);
  const choice = useRef<HTMLSelectElement>(null);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field className="w-full sm:w-[420px]" label="Example">
        {(wiring) => (
          <Select
            {...wiring}
            name="example"
            onChange={({ target }) => replace(exampleTexts[Number(target.value)] ?? draft.text)}
            ref={choice}
            value={shown}
          >
            {shown < 0 && <option value={-1}>Your workflow</option>}
            {exampleWorkflows.map(({ title }, index) => (
              <option key={title} value={index}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {bringBack && (
        <Button
          className="h-[42px]!"
          onClick={() => {
            // The button is about to go.
            choice.current?.focus();
            bringBack();
          }}
          size="small"
          variant="line"
        >
          Back to your workflow
        </Button>
      )}
    </div>
  );
}

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
function RunBar({ state, onShowFault, ...started }: RunBarProps) {
  const id = useId();
  const { checking, faults, isPlanned, plan } = state;
  const isCanceled = useIsCanceled();
  const { run, canStart, result, label } = useWorkflowStart({ ...started, isPlanned, checking });
  // Behind the bar and a header above it, the focus couldn't be seen.
  useStyleSheet('html { scroll-padding-top: 160px }');
  return (
    <div className="sticky top-(--below-header,0px) z-10 -mx-2 border-rule border-b bg-paper px-2 py-2 print:hidden">
      <div className="flex min-h-[46px] items-center justify-between gap-x-4">
        <div className="min-w-0 text-[14.5px]">
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="min-h-[1lh] text-muted" id={id} role="status">
              {lineOf(state, isCanceled)}
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
            <p className="font-mono font-semibold text-[13.5px] tabular-nums first-letter:uppercase">
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

function lineOf({ checking, faults, failure, plan }: LivePlan<WorkflowPlan>, isCanceled: boolean): string {
  if (checking) return 'Checking the workflow...';
  if (faults.length > 0)
    return `${formatQuantity(faults.length, { one: 'fault', other: 'faults' })} to correct.`;
  if (failure) return "The workflow couldn't be checked.";
  if (isCanceled) return cannotRun;
  return plan ? `${formatQuantity(plan.steps.length, { one: 'step', other: 'steps' })} would run.` : '';
}
