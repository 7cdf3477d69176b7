import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { isAsyncIterable, mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { type ErrorCode, statusOf } from '@/lib/config/error-codes';
import { limits } from '@/lib/config/limits';
import { DatabaseUnavailable, databaseFailure } from '@/lib/server/database/database-failure';
import { AppError } from '@/lib/server/errors';
import { logger } from '@/lib/server/logging/logger';

/** What the server context of each request carries: the id that its answer and the log quote. */
export interface RequestId {
  requestId: string;
}

/** Yoga plugin: whatever went wrong, and wherever, leaves with one of our codes and a sentence. */
export const codedErrors: Plugin<object, RequestId> = {
  onResultProcess: ({ result, setResult, serverContext: { requestId } }) => {
    if (Array.isArray(result)) return;
    if (isAsyncIterable(result)) setResult(mapAsyncIterator(result, (event) => coded(event, requestId)));
    else setResult(coded(result, requestId));
  },
};

/** The same result, or event of a stream, with its errors as a caller sees them. */
function coded<Result extends ExecutionResult>(result: Result, requestId: string): Result {
  if (!result.errors) return result;
  const errors = result.errors.slice(0, limits.graphql.errors);
  return { ...result, errors: errors.map((error) => codedError(error, requestId)) };
}

/**
 * The error a caller sees for one that was thrown: expected refusals with their code, a faulty document or
 * variable as BAD_USER_INPUT, and anything else masked as INTERNAL with a request id, which the log has too.
 */
function codedError(error: GraphQLError, requestId: string): GraphQLError {
  const cause = error.originalError ?? error;
  if (cause instanceof AppError)
    return located(error, cause.message, { code: cause.code, ...cause.details, ...statusAndWait(cause) });
  // A value of ours that a scalar or enum cannot write is a GraphQLError too: it has a path, but no place in the
  // document that it could blame.
  if (cause instanceof GraphQLError && (!error.path || cause.nodes)) {
    return located(error, sentence(aborted[cause.message] ?? cause.message), faultyRequest(cause));
  }
  // Reading a document takes as many frames of the stack as it is deep: a list of lists of lists … fills it.
  if (cause instanceof RangeError && !error.path) {
    return located(error, 'The document is nested too deeply.', {
      code: 'BAD_USER_INPUT' satisfies ErrorCode,
    });
  }
  return located(error, ...ownFailure(cause, requestId));
}

/** What graphql-js says where it gives up, in words that say what to do. */
const aborted: Record<string, string> = {
  'Validation aborted.': 'The document repeats its fields too often to be checked. Ask for each field once.',
};

/** Logs a failure of ours, and masks it: what a caller reads of it quotes the request id, which the log has too. */
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
    `Something went wrong on our side. If it stays, tell us this reference: ${requestId}.`,
    { code: 'INTERNAL', requestId },
  ];
}

/** Says whether to send the call again. The answer's status is Yoga's to set, which reads it from the extensions. */
function unavailable(
  cause: unknown,
  requestId: string,
): [message: string, extensions: GraphQLErrorExtensions & { code: ErrorCode }] {
  const state =
    cause instanceof DatabaseUnavailable
      ? 'The database cannot be written right now. This change was not made; try again in a minute.'
      : 'The database cannot be read right now. Try again in a minute.';
  return [
    `${state} If it stays, tell us this reference: ${requestId}.`,
    {
      code: 'INTERNAL',
      requestId,
      http: { status: 503, headers: { 'retry-after': '60' } },
    },
  ];
}

/** What the code's category and the wait say, which Yoga reads from the extensions and takes out of them. */
function statusAndWait({ code, details: { retryAfter } }: AppError): GraphQLErrorExtensions {
  const status = statusOf(code);
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return status || headers ? { http: { ...(status && { status }), ...(headers && { headers }) } } : {};
}

/** Keeps the HTTP status, which Yoga reads from the extensions; drops the libraries' own codes. */
function faultyRequest({ extensions: { http } }: GraphQLError): GraphQLErrorExtensions {
  return { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...(http !== undefined && { http }) };
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
