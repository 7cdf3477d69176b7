import { RateLimited } from './rate-limited';

/** What of a GraphQL error tells its reason. */
export interface ServerError {
  message: string;
  extensions?: { code?: unknown; retryAfter?: unknown };
}

/** That the server takes no more calls for now, where these errors of an answer say so; else null. */
export function rateLimitOf(errors: readonly ServerError[]): RateLimited | null {
  const limit = errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED');
  return limit ? new RateLimited(limit.message, Number(limit.extensions?.retryAfter) || 60) : null;
}
