'use client';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { type RunSource, useRunSource } from '@/components/bulk/use-run-source';
import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { BackLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { PageTitle } from '@/components/ui/titles';
import { useAddress } from '@/components/ui/use-address';
import { ScreenPart } from '@/components/workflows/screen-part';
import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { type BulkFile, bulkFileFragment, exampleWorkflow } from './bulk-file';
import { ChooseFile } from './choose-file';
import { FileContents } from './file-contents';
import { PlanPanel } from './plan-panel';
import { draftOf, type RunDraft, runInput, useRunDraft } from './run-draft';
import { StartButtons } from './start-buttons';
import { usePlan } from './use-plan';
import { WorkflowForm } from './workflow-form';

const fileQuery = graphql(
  `
    query BulkFile($id: ID!) {
      getBulkFile(fileId: $id) {
        ...WholeBulkFile
      }
    }
  `,
  [bulkFileFragment],
);

/** Starts a bulk run: a file, a workflow for its rows, and the price before anything runs. */
export function NewRunScreen() {
  const { user } = useSession();
  const from = useAddress().get('from');
  // The guard shows this to signed-in people only.
  return user && <NewRun from={from} key={`${user.id} ${from}`} userId={user.id} />;
}

function NewRun({ userId, from }: { userId: string; from: string | null }) {
  const title = useRef<HTMLHeadingElement>(null);
  const address = useAddress();
  const fileId = address.get('file');
  const [draft, change] = useRunDraft(userId, from);
  const choose = (id: string | null, kept = from) => {
    // The control is about to go.
    title.current?.focus();
    address.set({ file: id, from: kept });
  };
  return (
    <>
      <BackLink href="/dashboard/workflows/bulk">Bulk Runs</BackLink>
      <PageTitle
        note="One workflow runs for each row of a file. Its price is shown before anything runs."
        ref={title}
      >
        New Bulk Run
      </PageTitle>
      {from !== null && draft.from !== from ? (
        <EarlierRun
          from={from}
          onLeave={() => choose(fileId, null)}
          onLoaded={(run) => change(draftOf(run))}
        />
      ) : fileId === null ? (
        <ScreenPart title="Choose a file">
          <ChooseFile onChosen={choose} />
        </ScreenPart>
      ) : (
        <WithFile draft={draft} fileId={fileId} key={fileId} onChange={change} onLeave={() => choose(null)} />
      )}
    </>
  );
}

interface EarlierRunProps {
  from: string;
  onLoaded: (run: RunSource) => void;
  /** Leads to the person's own draft. */
  onLeave: () => void;
}

/** Loads the workflow of a run that another one is to be started with. */
function EarlierRun({ from, onLoaded, onLeave }: EarlierRunProps) {
  const loaded = useRunSource(from);
  const run = loaded.status === 'ready' ? loaded.data.getBulkJob : null;
  const take = useEffectEvent(onLoaded);
  useEffect(() => {
    if (run && run.workflow !== null) take(run);
  }, [run]);
  const isMissing =
    loaded.status === 'failed' && loaded.error !== undefined && hasErrorCode(loaded.error, 'NOT_FOUND');
  if (loaded.status === 'failed' && !isMissing)
    return (
      <Failure message="The run's workflow couldn't be loaded." onRetry={loaded.retry} wait={loaded.wait} />
    );
  if (!isMissing && run?.workflow !== null) return <Skeleton className="h-[420px]" />;
  const [title, why] = isMissing
    ? ['Run not found.', 'There is no bulk run at this address, or it is no longer kept.']
    : run?.kind === 'CHAT_BATCH'
      ? ['A batch has no workflow to start again.', 'To run its requests again, create another OpenAI batch.']
      : ['The workflow is no longer kept.', 'It was removed after the days that your plan keeps it.'];
  return (
    <EmptyState>
      <EmptyStateTitle>{title}</EmptyStateTitle>
      <EmptyStateText>{why}</EmptyStateText>
      <Button onClick={onLeave} size="small" variant="line">
        Write another workflow
      </Button>
    </EmptyState>
  );
}

interface WithFileProps {
  fileId: string;
  draft: RunDraft;
  onChange: (part: Partial<RunDraft>) => void;
  /** Leads to the choice of another file. */
  onLeave: () => void;
}

function WithFile({ fileId, onLeave, ...form }: WithFileProps) {
  const loaded = useLoadedQuery({
    query: fileQuery,
    variables: { id: fileId },
    failure: "A bulk file couldn't be loaded.",
    isExpected: (error) => hasErrorCode(error, 'NOT_FOUND'),
  });
  const isMissing =
    loaded.status === 'failed' && loaded.error !== undefined && hasErrorCode(loaded.error, 'NOT_FOUND');
  const file = loaded.status === 'ready' ? loaded.data.getBulkFile : null;
  const another = (
    <Button onClick={onLeave} size="small" variant="line">
      Choose another file
    </Button>
  );
  return (
    <>
      <ScreenPart action={!isMissing && another} title={file ? file.name : 'File'}>
        {loaded.status === 'loading' && <Skeleton className="h-[290px]" />}
        {loaded.status === 'failed' &&
          (isMissing ? (
            <EmptyState>
              <EmptyStateTitle>File not found.</EmptyStateTitle>
              <EmptyStateText>
                There is no file at this address, or it is older than 7 days. Upload it again.
              </EmptyStateText>
              {another}
            </EmptyState>
          ) : (
            <Failure message="The file couldn't be loaded." onRetry={loaded.retry} wait={loaded.wait} />
          ))}
        {file && <FileContents file={file} />}
      </ScreenPart>
      {file && (file.rowCount > 0 ? <RunForm file={file} {...form} /> : <NoRows />)}
    </>
  );
}

const NoRows = () => (
  <Failure
    className="mt-6"
    message="No row of this file can run. Correct the rows above, and upload it again."
  />
);

/** The workflow next to its plan. */
function RunForm({ file, draft, onChange }: Pick<WithFileProps, 'draft' | 'onChange'> & { file: BulkFile }) {
  const example = useMemo(() => exampleWorkflow(file), [file]);
  const workflow = draft.workflow ?? example;
  const run = useMemo(() => runInput(file.id, draft, workflow), [file.id, draft, workflow]);
  const state = usePlan(run);
  return (
    <div className="mt-8 grid gap-x-8 gap-y-8 lg:grid-cols-2">
      <ScreenPart title="Workflow">
        <WorkflowForm
          draft={draft}
          faults={state.faults}
          file={file}
          onChange={onChange}
          workflow={workflow}
        />
      </ScreenPart>
      <ScreenPart title="Price and start">
        <PlanPanel costLimit={run.input?.stopAfterCost ?? null} state={state}>
          <StartButtons
            draft={draft}
            onChange={onChange}
            plan={state.isPlanned ? state.plan : null}
            run={run}
          />
        </PlanPanel>
      </ScreenPart>
    </div>
  );
}
