'use client';
import { type ComponentProps, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { mostOptions, SearchedSelect } from '@/components/ui/searched-select';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { fullName, userSummaryQuery } from './admin-user';

interface UserSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  accountId: string;
  /** The id of the chosen user; empty for none. */
  value: string;
  onChange: (userId: string) => void;
  /** The option for none: `Select a user`. */
  emptyLabel: string;
}

/** Chooses one of the account's users, by name; if there are many, among the results of a search. */
export function UserSelect({ accountId, value, ...control }: UserSelectProps) {
  const [words, setWords] = useState('');
  const { options, hasMore, failed, retry } = useUserOptions(accountId, words, value);
  return (
    <SearchedSelect
      {...control}
      failure={failed ? "The users couldn't be loaded." : null}
      hasMore={hasMore}
      onRetry={retry}
      onSearch={setWords}
      options={options.map((user) => ({ id: user.id, text: optionText(user) }))}
      searchLabel="Not listed? Find by name or email"
      searchName="user_search"
      value={value}
      words={words}
    />
  );
}

function optionText(user: UserOption): string {
  const name = fullName(user);
  const known = name ? `${name} (${user.email})` : user.email;
  return user.status === 'DISABLED' ? `${known}, disabled` : known;
}

const userOptionsQuery = graphql(`
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

type UserOption = ResultOf<typeof userSummaryQuery>['getUser'];

interface UserOptions {
  /** By name; the chosen one among them, even if the search didn't find it. */
  options: UserOption[];
  /** There are more than are listed. */
  hasMore: boolean;
  failed: boolean;
  /** Reads the users that couldn't be read again. */
  retry: () => void;
}

/**
 * The users of the account to choose from: at most a hundred, whose names or email addresses contain the words.
 * @param chosen the id of the chosen user; empty for none
 */
function useUserOptions(accountId: string, words: string, chosen: string): UserOptions {
  const [found, readAgain] = useQuery({
    query: userOptionsQuery,
    variables: { accountId, search: words || null, limit: mostOptions + 1 },
    requestPolicy: 'cache-and-network',
  });
  const users = found.data?.listUsers ?? [];
  const listed = users.slice(0, mostOptions);
  const isListed = listed.some(({ id }) => id === chosen);
  const [alone] = useQuery({
    query: userSummaryQuery,
    variables: { id: chosen },
    pause: chosen === '' || isListed || found.fetching,
  });
  const other = chosen !== '' && !isListed && alone.data?.getUser.id === chosen ? [alone.data.getUser] : [];

  useEffect(() => {
    if (found.error) console.warn("The users to choose from couldn't be loaded.", found.error);
  }, [found.error]);

  return {
    options: [...other, ...listed],
    hasMore: users.length > mostOptions,
    failed: found.error !== undefined,
    retry: () => readAgain({ requestPolicy: 'network-only' }),
  };
}
