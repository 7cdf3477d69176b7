'use client';
import dynamic from 'next/dynamic';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Field, Select } from '@/components/ui/form';
import { BackLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { chosen, useAddress } from '@/components/ui/use-address';
import type { JobRequest } from '@/components/workflows/job-request';
import { OpenedDetails } from '@/components/workflows/opened-details';
import { parseWorkflow } from '@/components/workflows/parse-workflow';
import { ScreenPart } from '@/components/workflows/screen-part';
import { WorkflowEditor } from '@/components/workflows/workflow-editor';
import { brand } from '@/lib/config/brand';
import { exampleWorkflows } from '@/lib/config/example-workflows';
import { formatBytes } from '@/lib/format/number';
import { type ComposeTab, ComposeTabs, composeTabs } from './compose-tabs';
import type { Fields } from './edit-workflow';
import { ModelList } from './model-fields';
import { RunBar } from './run-bar';
import { useJobSource, wholeFile } from './use-job-source';
import { exampleTexts, type HeldDraft, textOf, useWorkflowDraft } from './use-workflow-draft';
import { useWorkflowPlan } from './use-workflow-plan';
import { WorkflowFields } from './workflow-fields';
import { WorkflowPlanPanel } from './workflow-plan-panel';

const CodeSamples = dynamic(async () => (await import('./code-samples')).CodeSamples, {
  loading: () => <Skeleton className="h-[300px]" />,
});

const ChatPanel = dynamic(async () => (await import('./chat/chat-panel')).ChatPanel, {
  loading: () => <Skeleton className="h-[780px] lg:h-[390px]" />,
});

interface ComposeScreenProps {
  /** The address of the list, below which each job has its page. */
  base: string;
}

/** Writes a workflow as a form or as JSON, checks it while it's written, and runs it; or talks to a model. */
export function ComposeScreen({ base }: ComposeScreenProps) {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  return user && <Compose base={base} key={user.id} userId={user.id} />;
}

function Compose({ base, userId }: ComposeScreenProps & { userId: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const address = useAddress();
  const from = address.get('from');
  const own = useWorkflowDraft(brand.workflowDraftKey, userId);
  const tab = chosen(composeTabs, address.get('tab')) ?? 'workflow';
  // The parts of a chat that the workflow has, in words, and its text.
  const [carried, setCarried] = useState<{ note: string; text: string } | null>(null);
  return (
    <>
      <BackLink href={base}>Workflows</BackLink>
      <PageTitle
        note={
          tab === 'workflow' && from === null && own.draft.text === carried?.text
            ? carried.note
            : noteOf(tab, from)
        }
        ref={title}
      >
        New Workflow
      </PageTitle>
      <ModelList />
      <ComposeTabs
        chosen={tab}
        onChoose={(next) => address.set({ tab: next === 'workflow' ? null : next }, { replace: true })}
        panels={{
          workflow:
            from === null ? (
              <Composed base={base} held={own} />
            ) : (
              <ChangedWorkflow
                base={base}
                from={from}
                onLeave={() => {
                  // The button is about to go.
                  title.current?.focus();
                  address.set({ from: null });
                }}
                userId={userId}
              />
            ),
          chat: (
            <ChatPanel
              base={base}
              onUse={(workflow, note) => {
                const text = textOf(workflow);
                own.replace(text);
                setCarried({ note, text });
                // The panel with the button is about to be hidden.
                title.current?.focus();
                address.set({ tab: null, from: null });
              }}
              userId={userId}
            />
          ),
        }}
      />
    </>
  );
}

function noteOf(tab: ComposeTab, from: string | null): string {
  if (tab === 'chat') return 'Talk to one model. Each message runs as a job, with its receipt.';
  return from === null
    ? 'Write a workflow, see its plan and its price, and run it.'
    : 'The workflow of a job. Change it, and run it as a new job.';
}

interface ChangedWorkflowProps {
  base: string;
  /** The id of the job. */
  from: string;
  onLeave: () => void;
  userId: string;
}

/** The workflow of a job, changed. It's a draft of its own, so that the person's draft stays. */
function ChangedWorkflow({ base, from, onLeave, userId }: ChangedWorkflowProps) {
  const held = useWorkflowDraft(brand.rerunDraftKey, userId);
  if (held.draft.from === from) return <Composed base={base} held={held} />;
  return (
    <JobSource
      id={from}
      onLeave={onLeave}
      onLoaded={(request) => {
        const { inputFile, workflow } = request;
        const sent = inputFile && { name: inputFile.name, bytes: inputFile.bytes };
        held.begin(workflow as object, from, sent, wholeFile(request));
      }}
    />
  );
}

interface JobSourceProps {
  id: string;
  onLoaded: (request: JobRequest) => void;
  /** Leads to an empty start. */
  onLeave: () => void;
}

/** Loads the workflow of a job. */
function JobSource({ id, onLoaded, onLeave }: JobSourceProps) {
  const loaded = useJobSource(id);
  const request = loaded.status === 'ready' ? loaded.data : null;
  const take = useEffectEvent(onLoaded);
  useEffect(() => {
    if (request?.workflow) take(request);
  }, [request]);
  if (loaded.status === 'failed')
    return (
      <Failure message="The job's workflow couldn't be loaded." onRetry={loaded.retry} wait={loaded.wait} />
    );
  if (loaded.status === 'loading' || request?.workflow)
    return (
      <>
        <p className="sr-only" role="status">
          Loading the workflow...
        </p>
        <div className="grid gap-8 lg:grid-cols-2">
          <Skeleton className="h-[760px]" />
          <Skeleton className="h-[760px]" />
        </div>
      </>
    );
  return (
    <EmptyState>
      <EmptyStateTitle>{request ? 'The workflow is no longer kept.' : 'Job not found.'}</EmptyStateTitle>
      <EmptyStateText>
        {request
          ? 'It was removed after the days that your plan keeps it.'
          : 'There is no job at this address, or it has been deleted.'}
      </EmptyStateText>
      <Button className="mt-2" onClick={onLeave} size="small" variant="line">
        Write another workflow
      </Button>
    </EmptyState>
  );
}

/** The form, and next to it the plan, the JSON, and the code. */
function Composed({ base, held }: { base: string; held: HeldDraft }) {
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
        <div className="grid min-w-0 content-start gap-8">
          <ScreenPart title="Plan">
            <WorkflowPlanPanel state={state} />
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
