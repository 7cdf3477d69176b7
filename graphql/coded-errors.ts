import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { type ErrorCode, statusOf } from '@/lib/config/error-codes';
import { limits } from '@/lib/config/limits';
import { refusalMessage } from '@/lib/server/auth/tokens';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { AppError } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';
import { refusalExtensions } from '@/lib/server/refusal-body';

/** The server context of each request: the id that its response and the log quote. */
export interface RequestId {
  requestId: string;
}

/** Yoga plugin: gives every error, wherever it comes from, one of our codes and a message. */
export const codedErrors: Plugin<object, RequestId> = {
  onResultProcess: ({ request, result, setResult, serverContext: { requestId } }) => {
    const call = { requestId, headers: request.headers, signal: request.signal };
    if (Array.isArray(result)) return;
    if (isAsyncIterable(result)) setResult(mapAsyncIterator(result, (event) => coded(event, call)));
    else setResult(coded(result, call));
  },
};

interface Call extends RequestId {
  headers: Pick<Headers, 'get'>;
  /** Aborted once the client has left. */
  signal: AbortSignal;
}

/** The same result, or event of a stream, with its errors as a caller sees them. */
function coded<Result extends ExecutionResult>(result: Result, call: Call): Result {
  if (!result.errors) return result;
  const errors = result.errors.slice(0, limits.graphql.errors);
  return { ...result, errors: errors.map((error) => codedError(error, call)) };
}

/**
 * The error that a caller sees. Expected refusals keep their code, and an invalid document or variable becomes
 * BAD_USER_INPUT. Anything else is masked as INTERNAL with the request id that the log has too.
 */
function codedError(error: GraphQLError, { requestId, headers, signal }: Call): GraphQLError {
  const cause = error.originalError ?? error;
  if (cause instanceof AppError) {
    const extensions = { ...refusalExtensions(cause), ...statusAndWait(cause) };
    return located(error, refusalMessage(cause, headers), extensions);
  }
  // A scalar or enum that can't serialize a value of ours throws a GraphQLError too. It has a path, but no nodes of the
  // document.
  if (cause instanceof GraphQLError && (!error.path || cause.nodes)) {
    // The cause of an invalid variable doesn't name it; the error itself does.
    return located(error, sentence(aborted[cause.message] ?? error.message), faultyRequest(cause));
  }
  // Parsing recurses as deep as the document nests, so a list of lists of lists … overflows the stack.
  if (cause instanceof RangeError && !error.path) {
    return located(
      error,
      'The document is nested too deeply.',
      refusalExtensions({ code: 'BAD_USER_INPUT' }),
    );
  }
  // Nobody reads this, nothing failed here, and the request's log line shows that the client has left.
  if (signal.aborted && cause === signal.reason)
    return located(error, 'The client has left.', refusalExtensions({ code: 'BAD_USER_INPUT' }));
  return located(error, ...ownFailure(cause, requestId));
}

/** Messages of graphql-js when it gives up, each with a message that says what to do. */
const aborted: Record<string, string> = {
  'Validation aborted.': 'The document repeats its fields too often to be checked. Ask for each field once.',
};

/** Logs an internal failure and masks it: the caller's error quotes the request id, by which the log line is found. */
export function ownFailure(
  cause: unknown,
  requestId: string,
): [message: string, extensions: GraphQLErrorExtensions & { code: ErrorCode }] {
  const failure = databaseFailure(cause);
  if (failure) {
    logger.error({ requestId, database: failure }, 'The database failed');
    return unavailable(cause, requestId);
  }
  logger.error({ err: cause, requestId }, 'GraphQL request failed');
  return [
    `Something went wrong on our side. If it happens again, report this reference: ${requestId}.`,
    refusalExtensions({ code: 'INTERNAL', details: { requestId } }),
  ];
}

/** An error that says whether to send the call again. Yoga takes the response's status from its extensions. */
function unavailable(
  cause: unknown,
  requestId: string,
): [message: string, extensions: GraphQLErrorExtensions & { code: ErrorCode }] {
  return [
    `${stateOf(cause)} If it happens again, report this reference: ${requestId}.`,
    {
      ...refusalExtensions({ code: 'INTERNAL', details: { requestId } }),
      http: { status: 503, headers: { 'retry-after': '60' } },
    },
  ];
}

function stateOf(cause: unknown): string {
  if (!(cause instanceof DatabaseUnavailable))
    return "The database can't be read right now. Try again in a minute.";
  return cause.failure === 'uncertain'
    ? 'The database was lost while it stored this change. See whether it was made before you try again.'
    : "The database can't be written right now. This change wasn't made; try again in a minute.";
}

/** The HTTP status of the code and the wait, as extensions that Yoga reads and removes. */
function statusAndWait({ code, details: { retryAfter } }: AppError): GraphQLErrorExtensions {
  const status = statusOf(code);
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return status || headers ? { http: { ...(status && { status }), ...(headers && { headers }) } } : {};
}

/**
 * Keeps the HTTP status, which Yoga reads from the extensions; drops the libraries' own codes. If nothing was executed,
 * the status is 400, unless the response is `application/json` (GraphQL over HTTP, 6.4), which `spec` says.
 */
function faultyRequest({ path, extensions: { http } }: GraphQLError): GraphQLErrorExtensions {
  const status = http ?? (path ? undefined : { status: 400, spec: true });
  return { ...refusalExtensions({ code: 'BAD_USER_INPUT' }), ...(status !== undefined && { http: status }) };
}

function sentence(text: string): string {
  const { messageLength } = limits.graphql;
  const message = text.length > messageLength ? `${text.slice(0, messageLength)}…` : text;
  return /[.?!…]$/.test(message) ? message : `${message}.`;
}

function located(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
