import { CombinedError } from 'urql';

/** A call whose outcome is unknown: the server didn't respond, or something between here and the server did. */
export class ResponseLost extends Error {
  override readonly name = 'ResponseLost';
}

/** Another tab or person was faster: a change is done already, or no longer possible. Its message is for people. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** The server refuses calls for now. Its message is the server's own, a sentence for people. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';

  constructor(
    message: string,
    /** Seconds to wait before the next call. */
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

/** The parts of a GraphQL error that give its reason. */
export interface ServerError {
  message: string;
  extensions?: { code?: unknown; retryAfter?: unknown; fields?: object; faults?: unknown };
}

/** The error to throw if one of a response's errors says that the server refuses calls for now; otherwise null. */
export function rateLimitOf(errors: readonly ServerError[]): RateLimited | null {
  const limit = errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED');
  return limit ? new RateLimited(limit.message, Number(limit.extensions?.retryAfter) || 60) : null;
}

/** How long to wait, in the server's words, if a call failed because of a rate limit; otherwise null. */
export const waitSentence = (error: unknown): string | null =>
  isCombinedError(error) ? (rateLimitOf(error.graphQLErrors)?.message ?? null) : null;

/** By its shape, not its class: every page loads this file, and only the pages that call the API load urql. */
const isCombinedError = (error: unknown): error is CombinedError =>
  error instanceof Error && 'graphQLErrors' in error;

/** Whether the server refused a call with this error code. */
export function hasErrorCode(
  error: CombinedError,
  code: 'BAD_USER_INPUT' | 'CONFLICT' | 'NOT_FOUND' | 'RESPONSE_TOO_LARGE' | 'UNAUTHENTICATED',
): boolean {
  return error.graphQLErrors.some(({ extensions }) => extensions.code === code);
}

/** A value that the server refuses: the path of a fault in a workflow, or the name of a field. */
export interface InputFault {
  path: string;
  message: string;
}

/** The faults in the input of a call that the server refused; empty if it was refused for another reason. */
export function inputFaults(error: unknown): InputFault[] {
  if (!isCombinedError(error)) return [];
  return error.graphQLErrors.flatMap(({ extensions = {} }: ServerError) => {
    if (Array.isArray(extensions.faults)) return extensions.faults as InputFault[];
    return Object.entries(extensions.fields ?? {}).map(([path, message]) => ({
      path,
      message: String(message),
    }));
  });
}

/** The server's first error message, a sentence for people; `fallback` if the server sent none. */
export function errorMessage(error: CombinedError | undefined, fallback: string): string {
  const message: unknown = error?.graphQLErrors[0]?.message;
  return typeof message === 'string' && message !== '' ? message : fallback;
}

/** The message of a caught error; what `sendMutation` throws is a sentence for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The data of a call; null if there is no such record that the person may see. @throws other errors of the call */
export async function nullIfMissing<Data>(reading: Promise<Data>): Promise<Data | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CombinedError && hasErrorCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}
