import type { CombinedError } from 'urql';
import { createGraphqlClient } from './client';
import { type CurrentUser, currentUserFragment } from './current-user';
import { graphql } from './graphql';
import { isUnauthenticated } from './is-unauthenticated';
import { RateLimited } from './rate-limited';

const meQuery = graphql(
  `
    query Me {
      me {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

/**
 * Asks the server whose token this is.
 * @returns the person, or null where the token is worth nothing (any more)
 * @throws RateLimited where the server takes no more calls for now
 * @throws urql's CombinedError where there was no answer, or an answer without data
 */
export async function fetchCurrentUser(token: string): Promise<CurrentUser | null> {
  const { data, error } = await createGraphqlClient(token).query(meQuery, {}).toPromise();
  if (error && isUnauthenticated(error)) return null;
  if (error) throw rateLimitIn(error) ?? error;
  return data?.me ?? null;
}

function rateLimitIn(error: CombinedError): RateLimited | null {
  const limit = error.graphQLErrors.find(({ extensions }) => extensions.code === 'RATE_LIMITED');
  return limit ? new RateLimited(limit.message, Number(limit.extensions.retryAfter) || 60) : null;
}
