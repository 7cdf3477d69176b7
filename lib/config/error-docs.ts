import { docsTrees } from './docs';
import type { ErrorCode } from './error-codes';
import { type WorkflowErrorCode, workflowErrors } from './workflow-errors';

/** The address of a code's documentation on this server: `/dashboard/devdocs/errors/planning#TASK_UNKNOWN`. */
export function errorDocs(code: ErrorCode | WorkflowErrorCode): string {
  const page = isWorkflowError(code) ? workflowErrors[code].page : 'overview';
  return `${docsTrees.devdocs.root}/errors/${page}#${code}`;
}

/** Whether a code is one of workflows, and not of calls. Of stored codes, this version may not know each. */
export const isWorkflowError = (code: string): code is WorkflowErrorCode =>
  Object.hasOwn(workflowErrors, code);
