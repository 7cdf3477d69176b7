import type { ErrorCode } from '@/lib/config/error-codes';

/** An AppError, or the parts of another error that a caller may read. */
interface Refusal {
  code: ErrorCode;
  message: string;
  details?: object;
}

/** The JSON body of the API's response to a call that wasn't executed. */
export const refusedAnswer = ({ code, message, details }: Refusal): string =>
  JSON.stringify({ errors: [{ message, extensions: { code, ...details } }] });
