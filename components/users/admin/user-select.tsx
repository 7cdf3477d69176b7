'use client';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { Button } from '@/components/ui/button';
import { SearchField } from '@/components/ui/filter-bar';
import { Select } from '@/components/ui/form';
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
export function UserSelect({ accountId, value, onChange, emptyLabel, ...control }: UserSelectProps) {
  const [words, setWords] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  const { options, hasMore, failed, retry } = useUserOptions(accountId, words, value);
  const searched = words !== '' || hasMore;
  const isKnown = options.some(({ id }) => id === value);
  return (
    <>
      <Select {...control} onChange={({ target }) => onChange(target.value)} ref={select} value={value}>
        <option value="">{emptyLabel}</option>
        {/* The address may name a user of another account, or a user who isn't loaded yet. */}
        {value !== '' && !isKnown && <option value={value}>{value}</option>}
        {options.map((user) => (
          <option key={user.id} value={user.id}>
            {optionText(user)}
          </option>
        ))}
      </Select>
      {searched && (
        <SearchField
          className="mt-2"
          label={
            <span className="font-normal text-[13.5px] text-muted">Not listed? Find by name or email</span>
          }
          name="user_search"
          onSearch={setWords}
          value={words}
        />
      )}
      <div className={failed ? 'mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5' : undefined}>
        <p className="text-[13.5px] text-red" role="alert">
          {failed ? "The users couldn't be loaded." : ''}
        </p>
        {failed && (
          <Button
            onClick={() => {
              // The button is about to go.
              select.current?.focus();
              retry();
            }}
            size="small"
            variant="line"
          >
            Try again
          </Button>
        )}
      </div>
    </>
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

/** As many as a person can look through; if there are more, they search. */
const most = 100;

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
    variables: { accountId, search: words || null, limit: most + 1 },
    requestPolicy: 'cache-and-network',
  });
  const users = found.data?.listUsers ?? [];
  const listed = users.slice(0, most);
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
    hasMore: users.length > most,
    failed: found.error !== undefined,
    retry: () => readAgain({ requestPolicy: 'network-only' }),
  };
}
