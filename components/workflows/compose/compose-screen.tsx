'use client';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { BackLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { chosen, useAddress } from '@/components/ui/use-address';
import { type JobRequest, readJobRequest } from '@/components/workflows/job-request';
import { brand } from '@/lib/config/brand';
import { nullIfMissing } from '@/lib/graphql-client/client-errors';
import { type Loaded, useLoaded } from '@/lib/graphql-client/use-loaded';
import { type ComposeTab, ComposeTabs, composeTabs } from './compose-tabs';
import { Composed } from './composed-workflow';
import { ModelList } from './model-fields';
import { textOf, useWorkflowDraft } from './use-workflow-draft';

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

/** The request of a job that is to be run again with changes; null if there is no such job. */
function useJobSource(id: string): Loaded<JobRequest | null> {
  const client = useClient();
  const read = useCallback(() => nullIfMissing(readJobRequest(client, id)), [client, id]);
  return useLoaded(read, "The job's workflow couldn't be loaded.");
}

/** The file of a job, if the job shows all of it; a longer file, or a file without text, is to be chosen again. */
function wholeFile({ inputFile }: JobRequest): File | null {
  if (!inputFile || inputFile.beginning === null) return null;
  const file = new File([inputFile.beginning], inputFile.name, { type: 'text/plain' });
  return file.size === inputFile.bytes ? file : null;
}
