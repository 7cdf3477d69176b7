'use client';
import { useSession } from '@/components/auth/session-provider';
import { Field } from '@/components/ui/form';
import { SearchedSelect } from '@/components/ui/searched-select';
import { useSearchedOptions } from '@/components/ui/use-searched-options';
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
      options: myApiKeys(search: $search, limit: $limit, sort: NAME) {
        ...KeyOption
      }
    }
  `,
  [keyOptionFragment],
);

const accountKeysQuery = graphql(
  `
    query AccountKeyOptions($accountId: ID!, $userId: ID, $search: String, $limit: Int) {
      options: listAPIKeys(accountId: $accountId, userId: $userId, search: $search, limit: $limit, sort: NAME) {
        ...KeyOption
      }
    }
  `,
  [keyOptionFragment],
);

const keyOptionQuery = graphql(
  `
    query ChosenKeyOption($id: ID!) {
      chosen: getAPIKey(id: $id) {
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

/** The API keys to filter jobs by, and the name of the chosen one. */
export function useKeyOptions({ ownerId, userId, chosen, pause }: WantedKeys) {
  const { user } = useSession();
  const isOwn = ownerId !== null;
  const keys = useSearchedOptions({
    query: isOwn ? ownKeysQuery : accountKeysQuery,
    // The query of a person's own keys ignores these.
    variables: { accountId: user?.account_id ?? '', userId },
    chosenQuery: keyOptionQuery,
    chosen: chosen === null || chosen === NO_KEY ? '' : chosen,
    textOf: (key: KeyOption) => keyText(key, isOwn),
    what: 'API keys',
    pause,
  });
  /** The chosen key in words; its id if it was deleted. */
  const chosenText = keys.options.find(({ id }) => id === chosen)?.text ?? chosen;
  return { keys, chosenText };
}

const keyText = (key: KeyOption, isOwn: boolean): string =>
  `${keyName(key)} (${key.hint})${isOwn ? '' : `, ${key.user_name ?? key.user_id}`}`;

interface KeyFieldProps {
  keys: ReturnType<typeof useKeyOptions>['keys'];
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
          {...keys}
          emptyLabel="Any or no key"
          name="key"
          onChange={(id) => onChoose(id || null)}
          options={[{ id: NO_KEY, text: 'Without an API key' }, ...keys.options]}
          searchLabel="Not listed? Find by name"
          searchName="key_search"
          value={value}
        />
      )}
    </Field>
  );
}
