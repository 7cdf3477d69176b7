import { CodeMarks } from '@/components/ui/code-marks';
import { TextLink } from '@/components/ui/link';
import { isWorkflowError, workflowErrors } from '@/lib/config/workflow-errors';
import type { JobError } from './job';

interface JobErrorNoteProps {
  error: JobError;
  /** The step that it is shown with, which needs no naming. */
  step?: string;
  /** Whether something failed; if not, it was skipped or canceled. */
  failed: boolean;
}

/** Why a job or step failed or was skipped, and what to do; the code leads to its row of the docs. */
export function JobErrorNote({ error, step, failed }: JobErrorNoteProps) {
  const { code, message, stepId, retryable, docs } = error;
  // This page can be older than the server.
  const remedy = isWorkflowError(code) ? workflowErrors[code].remedy : null;
  return (
    <div
      className={`wrap-anywhere rounded-panel border bg-white px-4 py-3 text-[15px] [&_code]:text-[13.5px] ${failed ? 'border-red/35' : 'border-rule'}`}
    >
      <p className={failed ? 'font-medium text-red' : 'font-medium'}>
        <CodeMarks text={message} />
      </p>
      <p className="mt-1 text-muted">
        <ErrorCode code={code} docs={docs} />
        {stepId !== null && stepId !== step && (
          <>
            {' '}
            in step <code className="font-mono text-[13.5px] text-text">{stepId}</code>
          </>
        )}
        . {remedy && <CodeMarks text={remedy} />}
        {retryable && ' The same workflow may succeed if you start it again.'}
      </p>
    </div>
  );
}

interface ErrorCodeProps {
  code: string;
  /** The address of its documentation; null if there is none. */
  docs: string | null;
}

/** A code that leads to its row of the docs. */
export function ErrorCode({ code, docs }: ErrorCodeProps) {
  const text = <code className="font-mono text-[13.5px]">{code}</code>;
  return docs === null ? text : <TextLink href={docs}>{text}</TextLink>;
}
