'use client';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import { Field } from '@/components/ui/form';
import { mostOptions, SearchedSelect } from '@/components/ui/searched-select';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { keyName, NO_KEY } from '@/lib/rules/api-key-display';

const keyOptionFragment = graphql(`
  fragment KeyOption on APIKey @_unmask {
    id
    name
    hint
    user_id
    user_name
  }
`);

const ownKeysQuery = graphql(
  `
    query OwnKeyOptions($search: String, $limit: Int) {
      keys: myApiKeys(search: $search, limit: $limit, sort: NAME) {
        ...KeyOption
      }
    }
  `,
  [keyOptionFragment],
);

const accountKeysQuery = graphql(
  `
    query AccountKeyOptions($accountId: ID!, $userId: ID, $search: String, $limit: Int) {
      keys: listAPIKeys(accountId: $accountId, userId: $userId, search: $search, limit: $limit, sort: NAME) {
        ...KeyOption
      }
    }
  `,
  [keyOptionFragment],
);

const keyOptionQuery = graphql(
  `
    query ChosenKeyOption($id: ID!) {
      getAPIKey(id: $id) {
        ...KeyOption
      }
    }
  `,
  [keyOptionFragment],
);

type KeyOption = ResultOf<typeof keyOptionFragment>;

interface WantedKeys {
  /** Lists this person's own keys; null: the account's. */
  ownerId: string | null;
  /** Of the account's keys, only this person's. */
  userId: string | null;
  /** The id of the chosen key, or NO_KEY; null for none. */
  chosen: string | null;
  /** Reads none, except the chosen one. */
  pause: boolean;
}

/** The API keys to filter jobs by, at most a hundred, and the name of the chosen one. */
export function useKeyOptions({ ownerId, userId, chosen, pause }: WantedKeys) {
  const { user } = useSession();
  const [words, setWords] = useState('');
  const page = { search: words || null, limit: mostOptions + 1 };
  const isOwn = ownerId !== null;
  const [own, readOwn] = useQuery({ query: ownKeysQuery, variables: page, pause: pause || !isOwn });
  const [account, readAccount] = useQuery({
    query: accountKeysQuery,
    variables: { ...page, accountId: user?.account_id ?? '', userId },
    pause: pause || isOwn,
  });
  const [found, readAgain] = isOwn ? ([own, readOwn] as const) : ([account, readAccount] as const);
  const keys = found.data?.keys ?? [];
  const listed = keys.slice(0, mostOptions);
  const isListed = listed.some(({ id }) => id === chosen);
  const [alone] = useQuery({
    query: keyOptionQuery,
    variables: { id: chosen ?? '' },
    pause: chosen === null || chosen === NO_KEY || isListed || found.fetching,
  });
  const other = alone.data?.getAPIKey;
  const known = !isListed && other && other.id === chosen ? [other, ...listed] : listed;
  const options = known.map((key) => ({ id: key.id, text: keyText(key, isOwn) }));

  useEffect(() => {
    if (found.error) console.warn("The API keys to choose from couldn't be loaded.", found.error);
  }, [found.error]);

  return {
    options,
    /** The chosen key in words; its id if it was deleted. */
    chosenText: options.find(({ id }) => id === chosen)?.text ?? chosen,
    hasMore: keys.length > mostOptions,
    failed: found.error !== undefined,
    retry: () => readAgain({ requestPolicy: 'network-only' }),
    words,
    search: setWords,
  };
}

const keyText = (key: KeyOption, isOwn: boolean): string =>
  `${keyName(key)} (${key.hint})${isOwn ? '' : `, ${key.user_name ?? key.user_id}`}`;

interface KeyFieldProps {
  keys: ReturnType<typeof useKeyOptions>;
  value: string;
  onChoose: (id: string | null) => void;
}

/** Filters jobs by the API key that started them. */
export function KeyField({ keys, value, onChoose }: KeyFieldProps) {
  return (
    <Field label="API key">
      {(control) => (
        <SearchedSelect
          {...control}
          emptyLabel="Any or no key"
          failure={keys.failed ? "The API keys couldn't be loaded." : null}
          hasMore={keys.hasMore}
          name="key"
          onChange={(id) => onChoose(id || null)}
          onRetry={keys.retry}
          onSearch={keys.search}
          options={[{ id: NO_KEY, text: 'Without an API key' }, ...keys.options]}
          searchLabel="Not listed? Find by name"
          searchName="key_search"
          value={value}
          words={keys.words}
        />
      )}
    </Field>
  );
}
