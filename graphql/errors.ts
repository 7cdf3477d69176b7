import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { requestId } from '@/graphql/request-id';
import { AppError, type ErrorCode } from '@/lib/server/errors';
import { logger } from '@/lib/server/logger';

/**
 * The error a caller sees for one that was thrown: expected refusals with their code, a faulty document or
 * variable as BAD_USER_INPUT, and anything else masked as INTERNAL with a request id, which the log has too.
 */
export function maskError(error: unknown): GraphQLError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof AppError) return located(error, cause.message, { code: cause.code, ...cause.details });
  if (cause instanceof GraphQLError) return located(error, cause.message, badDocument(cause.extensions));
  const id = requestId();
  logger.error({ err: cause, requestId: id }, 'GraphQL request failed');
  return located(error, `Something went wrong on our side. If it stays, tell us this reference: ${id}.`, {
    code: 'INTERNAL' satisfies ErrorCode,
    requestId: id,
  });
}

/** Keeps the HTTP status that Yoga notes in the extensions; drops the libraries' own codes. */
function badDocument({ http }: GraphQLErrorExtensions): GraphQLErrorExtensions {
  return { code: 'BAD_USER_INPUT' satisfies ErrorCode, ...(http !== undefined && { http }) };
}

function located(error: unknown, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : {};
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}
