import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { useNavigation } from '@/components/ui/navigation-provider';
import { Outcome } from '@/components/ui/outcome';
import { useStartOnce } from '@/components/workflows/use-start-once';
import { sendFile, sendMutation } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import type { Fields } from './edit-workflow';

/** Starts a workflow without a file. */
export const startMutation = graphql(`
  mutation StartWorkflow($input: StartWorkflowInput!, $key: String!) {
    enqueueWorkflow(input: $input, idempotencyKey: $key) {
      jobId
    }
  }
`);

const startWithFileMutation = graphql(`
  mutation StartWorkflowWithFile($input: StartWorkflowInput!, $file: Upload!, $key: String!) {
    enqueueWorkflow(input: $input, file: $file, idempotencyKey: $key) {
      jobId
    }
  }
`);

interface RunButtonProps {
  workflow: Fields | null;
  file: File | null;
  /** Whether the workflow was checked as it is now, and has no faults. */
  isPlanned: boolean;
  /** The address of the list, below which the job has its page. */
  base: string;
  onStarted: () => void;
}

/** Starts the workflow once, and leads to its job. */
export function RunButton({ workflow, file, isPlanned, base, onStarted }: RunButtonProps) {
  const client = useClient();
  const { push } = useNavigation();
  const { pending, result, start } = useStartOnce<'run'>();
  const canRun = workflow !== null && isPlanned && pending === null;
  const run = async () => {
    if (!canRun) return;
    const body = JSON.stringify([workflow, file && [file.name, file.size, file.lastModified]]);
    // The server checks the workflow, and names each fault.
    const input = workflow as never;
    const failure = "The workflow's start wasn't confirmed. Try again: it starts once.";
    await start('run', body, async (key) => {
      const { enqueueWorkflow } = file
        ? await sendFile(startWithFileMutation, { input, file, key }, failure, new AbortController().signal)
        : await sendMutation(client, startMutation, { input, key }, failure);
      onStarted();
      push(`${base}/${enqueueWorkflow.jobId}`);
    });
  };
  return (
    <>
      <Button
        // Not disabled while it starts, so that it keeps the focus.
        aria-busy={pending !== null || undefined}
        aria-disabled={!canRun || undefined}
        className="mt-4 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 max-sm:w-full"
        onClick={run}
      >
        {pending ? 'Starting...' : 'Run workflow'}
      </Button>
      <Outcome className="mt-3 empty:hidden" result={result} />
    </>
  );
}
