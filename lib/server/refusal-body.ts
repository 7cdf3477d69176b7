import type { ErrorCode } from '@/lib/config/error-codes';
import { errorDocs } from '@/lib/config/workflow-errors';
import type { ErrorDetails } from '@/lib/server/errors';

/** An AppError, or the parts of another error that a caller may read. */
interface Refusal {
  code: ErrorCode;
  message: string;
  details?: ErrorDetails & { requestId?: string };
}

/** The parts of a refusal in addition to its message: code, address of its documentation, and details. */
export const refusalExtensions = ({
  code,
  details: { faults, hasNoCaller: _, ...details } = {},
}: Omit<Refusal, 'message'>) => ({
  code,
  docs: errorDocs(code),
  ...details,
  ...(faults && { faults: faults.map((fault) => ({ ...fault, docs: errorDocs(fault.code) })) }),
});

/** The JSON body of the API's response to a call that wasn't executed. */
export const refusalBody = ({ message, ...refusal }: Refusal): string =>
  JSON.stringify({ errors: [{ message, extensions: refusalExtensions(refusal) }] });
