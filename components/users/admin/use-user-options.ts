'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

export const userOptionsQuery = graphql(`
  query UserOptions($accountId: ID!, $search: String, $limit: Int) {
    listUsers(accountId: $accountId, search: $search, limit: $limit, sort: NAME) {
      id
      email
      first_name
      last_name
      status
    }
  }
`);

const userOptionQuery = graphql(`
  query UserOption($id: ID!) {
    getUser(id: $id) {
      id
      email
      first_name
      last_name
      status
    }
  }
`);

export type UserOption = ResultOf<typeof userOptionQuery>['getUser'];

/** As many as a person can look through; if there are more, they search. */
const most = 100;

interface UserOptions {
  /** By name; the chosen one among them, even if the search did not find it. */
  options: UserOption[];
  /** There are more than are listed. */
  hasMore: boolean;
  failed: boolean;
}

/**
 * The users of the account to choose from: those that hold the words, a hundred at most.
 * @param chosen the id of the one that is chosen; empty for none
 */
export function useUserOptions(accountId: string, words: string, chosen: string): UserOptions {
  const [found] = useQuery({
    query: userOptionsQuery,
    variables: { accountId, search: words || null, limit: most + 1 },
    requestPolicy: 'cache-and-network',
  });
  const users = found.data?.listUsers ?? [];
  const listed = users.slice(0, most);
  const isListed = listed.some(({ id }) => id === chosen);
  const [alone] = useQuery({
    query: userOptionQuery,
    variables: { id: chosen },
    pause: chosen === '' || isListed || found.fetching,
  });
  const other = chosen !== '' && !isListed && alone.data?.getUser.id === chosen ? [alone.data.getUser] : [];

  useEffect(() => {
    if (found.error) console.warn("The users to choose from couldn't be loaded.", found.error);
  }, [found.error]);

  return {
    options: [...other, ...listed],
    hasMore: users.length > most,
    failed: found.error !== undefined,
  };
}
