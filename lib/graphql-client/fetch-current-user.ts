import { graphqlClient } from './client';
import { type CurrentUser, currentUserFragment } from './current-user';
import { graphql } from './graphql';

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
 * Asks the server whose token this browser holds, past the cache.
 * @returns the person, or null where the token is worth nothing (any more)
 * @throws urql's CombinedError where there was no answer, or an answer without data
 */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  const { data, error } = await graphqlClient()
    .query(meQuery, {}, { requestPolicy: 'network-only' })
    .toPromise();
  if (error) throw error;
  return data?.me ?? null;
}
