import { TextLink } from '@/components/ui/text-link';
import { workflowErrors } from '@/lib/config/workflow-errors';
import type { JobError } from './job';

interface JobErrorNoteProps {
  error: JobError;
  /** The step that it is shown with, which needs no naming. */
  step?: string;
  /** Whether something failed; if not, it was skipped or canceled. */
  failed: boolean;
}

/** Why a job or step failed or was skipped, and what to do; the code leads to its page of the docs. */
export function JobErrorNote({ error, step, failed }: JobErrorNoteProps) {
  const { code, message, stepId, retryable } = error;
  const entry = entryOf(code);
  return (
    <div
      className={`wrap-anywhere rounded-panel border bg-white px-4 py-3 text-[15px] ${failed ? 'border-red/35' : 'border-rule'}`}
    >
      <p className={failed ? 'font-medium text-red' : 'font-medium'}>{message}</p>
      <p className="mt-1 text-muted">
        <ErrorCode code={code} />
        {stepId !== null && stepId !== step && (
          <>
            {' '}
            in step <code className="font-mono text-[13.5px] text-text">{stepId}</code>
          </>
        )}
        . {entry?.remedy}
        {retryable && ' The same workflow may succeed if you start it again.'}
      </p>
    </div>
  );
}

/** A code that leads to its page of the docs; a code that this page doesn't know, as it is. */
export function ErrorCode({ code }: { code: string }) {
  const entry = entryOf(code);
  const text = <code className="font-mono text-[13.5px]">{code}</code>;
  return entry ? <TextLink href={`/dashboard/devdocs/errors/${entry.page}`}>{text}</TextLink> : text;
}

/** This page can be older than the server. */
const entryOf = (code: string) => Object.entries(workflowErrors).find(([known]) => known === code)?.[1];
