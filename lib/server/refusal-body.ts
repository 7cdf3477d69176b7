import type { ErrorCode } from '@/lib/config/error-codes';

/** An AppError, or what a caller is to read of any other error. */
interface Refusal {
  code: ErrorCode;
  message: string;
  details?: object;
}

/** The body, in JSON, of the API's response to a call of which nothing was executed. */
export const refusalBody = ({ code, message, details }: Refusal): string =>
  JSON.stringify({ errors: [{ message, extensions: { code, ...details } }] });
