import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { requestId } from '@/graphql/request-id';
import { AppError, type ErrorCode } from '@/lib/server/errors';
import { logger } from '@/lib/server/logger';

/** Yoga plugin: whatever went wrong, and wherever, leaves with one of our codes and a sentence. */
export const codedErrors: Plugin = {
  onResultProcess: ({ result, setResult }) => {
    if (!('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(codedError) });
  },
};

/**
 * The error a caller sees for one that was thrown: expected refusals with their code, a faulty document or
 * variable as BAD_USER_INPUT, and anything else masked as INTERNAL with a request id, which the log has too.
 */
function codedError(error: GraphQLError): GraphQLError {
  const cause = error.originalError ?? error;
  if (cause instanceof AppError) return located(error, cause.message, { code: cause.code, ...cause.details });
  if (cause instanceof GraphQLError) return located(error, sentence(cause.message), faultyRequest(cause));
  const id = requestId();
  logger.error({ err: cause, requestId: id }, 'GraphQL request failed');
  return located(error, `Something went wrong on our side. If it stays, tell us this reference: ${id}.`, {
    code: 'INTERNAL' satisfies ErrorCode,
    requestId: id,
  });
}

/** Keeps the HTTP status, which Yoga reads from the extensions; drops the libraries' own codes. */
function faultyRequest({ extensions: { http } }: GraphQLError): GraphQLErrorExtensions {
  return { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...(http !== undefined && { http }) };
}

function sentence(message: string): string {
  return /[.?!]$/.test(message) ? message : `${message}.`;
}

function located(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
