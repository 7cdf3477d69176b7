'use client';
import { useClient } from 'urql';
import { type ApiKey, keyFragment, overlapFragment } from '@/components/api-keys/api-key';
import { KeySearch, KeySort, useKeyOrder } from '@/components/api-keys/key-order';
import { useListedOverlaps } from '@/components/api-keys/previous-secret';
import { FilterSelect } from '@/components/ui/filter-bar';
import { Field } from '@/components/ui/form';
import { chosen, useAddress } from '@/components/ui/use-address';
import { useListPlace } from '@/components/ui/use-list-place';
import { UserSelect } from '@/components/users/admin/user-select';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';

/** The words for each status. */
const keyStatuses = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

/** Which keys are listed, as the page's address says: `?user=usr_…&status=revoked&search=ci`. */
export function useKeyFilters() {
  const address = useAddress();
  const order = useKeyOrder();
  const user = address.get('user');
  const status = chosen(keyStatuses, address.get('status'));
  return {
    user: user ?? '',
    status: status ?? '',
    /** As the API takes them; null means no filter. */
    variables: { userId: user, status, ...order.variables },
    order,
    filtered: user !== null || status !== null || order.search !== '',
    setUser: (id: string) => address.set({ user: id }),
    setStatus: (choice: string) => address.set({ status: choice.toLowerCase() }),
    clear: () => address.set({ user: null, status: null, search: null }),
  };
}

type KeyFilters = ReturnType<typeof useKeyFilters>;

/** Searches and sorts the list, and narrows it to one user's keys or one status. */
export function KeyFilterFields({ accountId, filters }: { accountId: string; filters: KeyFilters }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3.5">
      <KeySearch label="Search by name, user or last 4 characters" order={filters.order} />
      <Field className="min-w-0 basis-[240px] max-sm:grow" label="User">
        {(control) => (
          <UserSelect
            {...control}
            accountId={accountId}
            emptyLabel="All users"
            name="user"
            onChange={filters.setUser}
            value={filters.user}
          />
        )}
      </Field>
      <FilterSelect
        all="All"
        className="basis-[160px] max-sm:grow"
        label="Status"
        name="status"
        onChange={filters.setStatus}
        options={keyStatuses}
        value={filters.status}
      />
      <KeySort className="basis-[160px] max-sm:grow" order={filters.order} />
    </div>
  );
}

/** One page of the account's keys. */
const accountKeysQuery = graphql(
  `
    query AccountKeys(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $sort: ApiKeySort
      $descending: Boolean
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
        before: $before
        search: $search
        sort: $sort
        descending: $descending
      ) {
        ...ApiKey
      }
    }
  `,
  [keyFragment],
);

/** The old secrets of such a page, as they are now. */
const accountOverlapsQuery = graphql(
  `
    query AccountOverlapsNow(
      $accountId: ID!
      $userId: ID
      $status: ApiKeyStatus
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $sort: ApiKeySort
      $descending: Boolean
    ) {
      listAPIKeys(
        accountId: $accountId
        userId: $userId
        status: $status
        limit: $limit
        after: $after
        before: $before
        search: $search
        sort: $sort
        descending: $descending
      ) {
        ...Overlap
      }
    }
  `,
  [overlapFragment],
);

/** The account's keys that the filters leave, in their order, a page of 20 at a time. */
export function useAccountKeys(accountId: string, filters: KeyFilters['variables']): CursorList<ApiKey> {
  const client = useClient();
  const variables = { accountId, ...filters };
  const list = useCursorList({
    query: accountKeysQuery,
    variables,
    ...useListPlace(),
    rowsOf: ({ listAPIKeys }) => listAPIKeys,
    typename: 'APIKey',
  });
  return useListedOverlaps(
    list,
    async (page) => (await queryFresh(client, accountOverlapsQuery, { ...variables, ...page })).listAPIKeys,
  );
}
