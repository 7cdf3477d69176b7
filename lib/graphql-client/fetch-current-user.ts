import { createGraphqlClient } from './client';
import { type CurrentUser, currentUserFragment } from './current-user';
import { graphql } from './graphql';
import { isUnauthenticated } from './is-unauthenticated';

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
 * @throws urql's CombinedError where there was no answer, or an answer without data
 */
export async function fetchCurrentUser(token: string): Promise<CurrentUser | null> {
  const { data, error } = await createGraphqlClient(token).query(meQuery, {}).toPromise();
  if (error && isUnauthenticated(error)) return null;
  if (error) throw error;
  return data?.me ?? null;
}
