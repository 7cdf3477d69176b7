import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { useNavigation } from '@/components/ui/navigation-provider';
import { useStartOnce } from '@/components/workflows/use-start-once';
import { sendFile, sendMutation } from '@/lib/graphql-client/calls';
import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { graphql } from '@/lib/graphql-client/graphql';
import type { Fields } from './edit-workflow';

/** Starts a workflow without a file. */
export const startMutation = graphql(`
  mutation StartWorkflow($input: StartWorkflowInput!, $key: String!, $rerunOf: ID) {
    enqueueWorkflow(input: $input, idempotencyKey: $key, rerunOf: $rerunOf) {
      jobId
    }
  }
`);

const startWithFileMutation = graphql(`
  mutation StartWorkflowWithFile(
    $input: StartWorkflowInput!
    $file: Upload!
    $key: String!
    $rerunOf: ID
  ) {
    enqueueWorkflow(input: $input, file: $file, idempotencyKey: $key, rerunOf: $rerunOf) {
      jobId
    }
  }
`);

interface WorkflowStartOptions {
  workflow: Fields | null;
  file: File | null;
  /** The job whose workflow this was, before any changes; null for none. */
  rerunOf: string | null;
  /** Whether the workflow was checked as it is now, and has no faults. */
  isPlanned: boolean;
  /** Whether the check is under way. */
  checking: boolean;
  /** The address of the list, below which the job has its page. */
  base: string;
  onStarted: () => void;
}

/**
 * Starts the workflow once, and leads to its job. A press during the check starts it once that check has passed, unless
 * the workflow is changed until then.
 */
export function useWorkflowStart(options: WorkflowStartOptions) {
  const { workflow, file, rerunOf, isPlanned, checking, base, onStarted } = options;
  const client = useClient();
  const { push } = useNavigation();
  const { pending, result, start } = useStartOnce<'run'>();
  const [wanted, setWanted] = useState<{ workflow: Fields; file: File | null } | null>(null);
  const isWanted = wanted !== null && wanted.workflow === workflow && wanted.file === file;
  // A check that failed is made again later, by itself: that mustn't start the workflow.
  if (wanted !== null && !checking && !isPlanned) setWanted(null);
  const hasLeft = useRef(false);
  const send = async (input: Fields) => {
    const body = JSON.stringify([input, rerunOf, file && [file.name, file.size, file.lastModified]]);
    await start('run', body, async (key) => {
      const sent = { input, file, key };
      const jobId = await startJob(client, { ...sent, rerunOf }).catch((error: Error) => {
        // The job that it runs again has been deleted.
        const isGone = error.cause instanceof CombinedError && hasErrorCode(error.cause, 'NOT_FOUND');
        if (isGone && rerunOf !== null) return startJob(client, { ...sent, rerunOf: null });
        throw error;
      });
      hasLeft.current = true;
      onStarted();
      push(`${base}/${jobId}`);
    });
  };
  const canStart = workflow !== null && (isPlanned || checking) && pending === null;
  const run = () => {
    if (!canStart) return;
    if (isPlanned) void send(workflow);
    else setWanted({ workflow, file });
  };
  const sendWanted = useEffectEvent(() => {
    setWanted(null);
    run();
  });
  const isReady = isWanted && isPlanned;
  useEffect(() => {
    if (isReady) sendWanted();
  }, [isReady]);
  useEffect(
    () => () => {
      // The button went with the focus: the page of the job begins with its heading.
      if (hasLeft.current && document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    },
    [],
  );
  return { run, canStart, result, label: labelOf(pending !== null, isWanted && checking) };
}

interface SentWorkflow {
  input: Fields;
  file: File | null;
  key: string;
  rerunOf: string | null;
}

/** @returns the id of the job. @throws Error with a sentence for people */
async function startJob(client: Client, { input, file, ...sent }: SentWorkflow): Promise<string> {
  // The server checks the workflow, and names each fault.
  const variables = { ...sent, input: input as never };
  const failure = "The workflow's start wasn't confirmed. Try again: it starts once.";
  const { signal } = new AbortController();
  const { enqueueWorkflow } = file
    ? await sendFile(startWithFileMutation, { ...variables, file }, failure, signal)
    : await sendMutation(client, startMutation, variables, failure);
  return enqueueWorkflow.jobId;
}

function labelOf(isStarting: boolean, isWaiting: boolean): string {
  if (isStarting) return 'Starting...';
  return isWaiting ? 'Checking...' : 'Run workflow';
}

interface RunButtonProps {
  label: string;
  canStart: boolean;
  onRun: () => void;
  /** Ctrl Enter, while the workflow can't start. */
  onRefused: () => void;
  /** The id of what says why it can't. */
  describedBy: string;
}

/** Starts the workflow when it's pressed, and on Ctrl Enter or ⌘ Enter anywhere on the page. */
export function RunButton({ label, canStart, onRun, onRefused, describedBy }: RunButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const keys = useSyncExternalStore(never, shortcutKeys, () => 'Ctrl Enter');
  const runOnKey = useEffectEvent((event: KeyboardEvent) => {
    // Autofill sends key events without a key; in some scripts, Enter ends a word.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    if (event.defaultPrevented || event.repeat || isTaken(event.target)) return;
    // The other tab of the page is on show.
    if (button.current?.closest('[hidden]') !== null) return;
    event.preventDefault();
    if (canStart) onRun();
    else onRefused();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => runOnKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Button
      aria-busy={label !== 'Run workflow' || undefined}
      aria-describedby={describedBy}
      // Not disabled while it starts, so that it keeps the focus.
      aria-disabled={!canStart || undefined}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      className="h-[42px]! aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={onRun}
      ref={button}
      title={`Run workflow (${keys})`}
    >
      {label}
      <span aria-hidden="true" className="max-md:hidden">
        <kbd className="rounded-[4px] border border-white/35 px-1.5 font-mono text-[11px]">{keys}</kbd>
      </span>
    </Button>
  );
}

const never = () => () => undefined;
const shortcutKeys = () => (/Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl Enter');

/** Whether Ctrl Enter belongs to what has the focus: a dialog, a menu, or a link, which it opens in a new tab. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('a, dialog, [role=dialog], [role=alertdialog], [role=menu]') !== null;
