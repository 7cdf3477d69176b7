import { refusalMessage } from '@/lib/server/auth/tokens';
import { databaseFailure } from '@/lib/server/database/database-failure';
import { AppError } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';

/** An error as OpenAI's clients read it. */
export interface Refusal {
  status: number;
  type: string;
  /** One of our codes. */
  code: AppError['code'];
  /** The field of the request that is at fault. */
  param: string | null;
  message: string;
  headers?: Record<string, string>;
}

/** HTTP statuses and types of refusals; all others are 400 and of the request. */
const kinds: Partial<Record<AppError['code'], [status: number, type: string]>> = {
  UNAUTHENTICATED: [401, 'authentication_error'],
  FORBIDDEN: [403, 'permission_error'],
  NOT_FOUND: [404, 'invalid_request_error'],
  CONFLICT: [409, 'invalid_request_error'],
  FILE_TOO_LARGE: [413, 'invalid_request_error'],
  RATE_LIMITED: [429, 'rate_limit_error'],
  QUEUE_FULL: [429, 'rate_limit_error'],
};

/**
 * The response to an error. Unexpected errors are logged, and their text isn't sent.
 * @param error null if the server couldn't open its database
 */
export function refusalOf(error: unknown, headers: Pick<Headers, 'get'> = new Headers()): Refusal {
  if (error instanceof AppError) {
    const { code, details } = error;
    const [status, type] = kinds[code] ?? [400, 'invalid_request_error'];
    const [param = null] = Object.keys(details.fields ?? {});
    return {
      ...{ status, type, code, param },
      message: refusalMessage(error, headers),
      headers: {
        ...(details.retryAfter && { 'retry-after': String(details.retryAfter) }),
        // OpenAI's clients would send it again.
        ...(code === 'CONFLICT' && { 'x-should-retry': 'false' }),
      },
    };
  }
  const internal = { type: 'server_error', code: 'INTERNAL', param: null } as const;
  if (error === null || databaseFailure(error)) {
    const message = "The server can't read its database now. Try again in a minute.";
    return { ...internal, status: 503, message, headers: { 'retry-after': '60' } };
  }
  // The client has left.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
    return { ...internal, code: 'BAD_USER_INPUT', status: 400, message: 'The request is incomplete.' };
  logger.error({ err: error, requestId: headers.get('x-request-id') }, 'batch call failed');
  return { ...internal, status: 500, message: 'Something failed on the server. Try again.' };
}

export const refuse = ({ status, headers, ...error }: Refusal): Response =>
  Response.json({ error }, { status, headers: { 'cache-control': 'no-store', ...headers } });
