import type { ErrorCode } from '@/lib/config/error-codes';
import { limits } from '@/lib/config/limits';
import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import { formatBytes } from '@/lib/format/number';
import { isError } from '@/lib/server/logging/plain-error';

/** The details that an error code adds to the response. */
export interface ErrorDetails {
  fields?: Record<string, string>;
  retryAfter?: number;
  /** The call has no caller: its response says what is wrong with its token, if anything is. Isn't sent. */
  hasNoCaller?: true;
  /** The faults of a workflow. */
  faults?: readonly { path: string; code: WorkflowErrorCode; message: string }[];
}

/** An expected refusal. Its message is a sentence for people and reaches the caller unchanged. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }

  /** Matches errors of any copy of this module: the server in front and Next's bundle have one each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isError(error) && error.name === 'AppError';
  }
}

export const unauthenticated = () => new AppError('UNAUTHENTICATED', 'Sign in first.', { hasNoCaller: true });

export const forbidden = (message = "You don't have permission to do this.") =>
  new AppError('FORBIDDEN', message);

/** The same message whether the record doesn't exist or belongs to another account. */
export const notFound = (thing: string) => new AppError('NOT_FOUND', `${thing} not found.`);

/** @param thing a file of rows */
export const fileTooLarge = (thing: 'file' | 'bulk file') =>
  new AppError('FILE_TOO_LARGE', `A ${thing} has at most ${formatBytes(limits.bulkFile.bytes)}. Split it.`);

export const conflict = (message: string) => new AppError('CONFLICT', message);

/** @param fields a sentence per invalid field, by its name; the first is the message. */
export const badInput = (fields: Record<string, string>) =>
  new AppError('BAD_USER_INPUT', Object.values(fields)[0] ?? "The input isn't valid.", { fields });

/** @param retryAfter whole seconds to wait before the next try */
export const rateLimited = (
  retryAfter: number,
  of:
    | 'attempts'
    | 'calls'
    | 'messages by hand'
    | 'open streams'
    | 'workflows and files to check' = 'attempts',
) => new AppError('RATE_LIMITED', `Too many ${of}. Try again in ${waitInWords(retryAfter)}.`, { retryAfter });

/** `30 seconds`; minutes from 90 seconds on. */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The refusal of an email, in EmailJS's form: an HTTP status and a sentence of plain text. */
export class EmailRefusal extends Error {
  override readonly name = 'EmailRefusal';

  constructor(
    readonly status: 400 | 404 | 413 | 415 | 429,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Matches errors of any copy of this module: the server in front and Next's bundle have one each. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isError(error) && error.name === 'EmailRefusal';
  }
}
