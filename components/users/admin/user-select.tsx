'use client';
import type { ComponentProps } from 'react';
import { SearchedSelect } from '@/components/ui/searched-select';
import { useSearchedOptions } from '@/components/ui/use-searched-options';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { fullName } from './admin-user';

const userOptionFragment = graphql(`
  fragment UserOption on User @_unmask {
    id
    email
    first_name
    last_name
    status
  }
`);

const userOptionsQuery = graphql(
  `
    query UserOptions($accountId: ID!, $search: String, $limit: Int) {
      options: listUsers(accountId: $accountId, search: $search, limit: $limit, sort: NAME) {
        ...UserOption
      }
    }
  `,
  [userOptionFragment],
);

const userOptionQuery = graphql(
  `
    query ChosenUserOption($id: ID!) {
      chosen: getUser(id: $id) {
        ...UserOption
      }
    }
  `,
  [userOptionFragment],
);

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
  const users = useSearchedOptions({
    query: userOptionsQuery,
    variables: { accountId },
    chosenQuery: userOptionQuery,
    chosen: value,
    textOf: optionText,
    what: 'users',
  });
  return (
    <SearchedSelect
      {...control}
      {...users}
      searchLabel="Not listed? Find by name or email"
      searchName="user_search"
      value={value}
    />
  );
}

function optionText(user: ResultOf<typeof userOptionFragment>): string {
  const name = fullName(user);
  const known = name ? `${name} (${user.email})` : user.email;
  return user.status === 'DISABLED' ? `${known}, disabled` : known;
}
