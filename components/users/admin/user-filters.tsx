'use client';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { readSort, type Sort, sortWord } from '@/components/ui/sort';
import { chosen, useAddress } from '@/components/ui/use-address';
import { useListPlace } from '@/components/ui/use-list-place';
import { limits } from '@/lib/config/limits';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AdminUser, adminUserFragment, roleWords, userStatuses } from './admin-user';

const adminUsersQuery = graphql(
  `
    query AdminUsers(
      $accountId: ID!
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $role: Role
      $status: UserStatus
      $signed_in: Boolean
      $sort: UserSort
      $descending: Boolean
    ) {
      listUsers(
        accountId: $accountId
        limit: $limit
        after: $after
        before: $before
        search: $search
        role: $role
        status: $status
        signed_in: $signed_in
        sort: $sort
        descending: $descending
      ) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

/** The account's users that the filters leave, in their order, a page of 20 at a time. */
export function useUsers(accountId: string, filters: UserFilters['variables']): CursorList<AdminUser> {
  return useCursorList({
    query: adminUsersQuery,
    variables: { accountId, ...filters },
    ...useListPlace(),
    rowsOf: (data) => data.listUsers,
    typename: 'User',
  });
}

/** The status filter: users who have never signed in are pending, not active. */
const statusFilters = {
  ACTIVE: { label: userStatuses.ACTIVE, status: 'ACTIVE', signed_in: true },
  PENDING: { label: 'Pending', status: 'ACTIVE', signed_in: false },
  DISABLED: { label: userStatuses.DISABLED, status: 'DISABLED', signed_in: null },
} as const;

const statusLabels = Object.fromEntries(
  Object.entries(statusFilters).map(([value, { label }]) => [value, label]),
);

const sortFields = {
  email: 'EMAIL',
  name: 'NAME',
  role: 'ROLE',
  status: 'STATUS',
  created: 'CREATED',
} as const;

type UserSortField = keyof typeof sortFields;

const newestFirst: Sort<UserSortField> = { field: 'created', descending: true };

/** Which users are listed and in which order, as the address says: `?search=ada&sort=-email&role=admin&status=active`. */
export function useUserFilters() {
  const address = useAddress();
  // An address may hold more than a field or the API takes.
  const search = (address.get('search') ?? '').slice(0, limits.search.max);
  const role = chosen(roleWords, address.get('role'));
  const status = chosen(statusFilters, address.get('status'));
  const sort = readSort(sortFields, address.get('sort')) ?? newestFirst;
  return {
    search,
    role: role ?? '',
    status: status ?? '',
    sort,
    /** As the API takes them; null means no filter. */
    variables: {
      search: search || null,
      role,
      status: status && statusFilters[status].status,
      signed_in: status && statusFilters[status].signed_in,
      sort: sortFields[sort.field],
      descending: sort.descending,
    },
    filtered: search !== '' || role !== null || status !== null,
    setSearch: (words: string) => address.set({ search: words }),
    setRole: (choice: string) => address.set({ role: choice.toLowerCase() }),
    setStatus: (choice: string) => address.set({ status: choice.toLowerCase() }),
    setSort: (word: string) => address.set({ sort: word === sortWord(newestFirst) ? null : word }),
    clear: () => address.set({ search: null, role: null, status: null }),
  };
}

export type UserFilters = ReturnType<typeof useUserFilters>;

const orders = {
  '-created': 'Newest first',
  created: 'Oldest first',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  role: 'Admins first',
  '-role': 'Developers first',
  status: 'Active first',
  '-status': 'Disabled first',
};

/** Searches, narrows, and sorts the list. */
export function UserFilterFields({ filters }: { filters: UserFilters }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3.5">
      <SearchField
        className="min-w-[220px] max-w-[360px] grow basis-[220px] max-sm:max-w-none max-sm:basis-full"
        label="Search by email or name"
        name="search"
        onSearch={filters.setSearch}
        value={filters.search}
      />
      <FilterSelect
        all="All"
        className="basis-[130px] max-sm:grow"
        label="Role"
        name="role_filter"
        onChange={filters.setRole}
        options={roleWords}
        value={filters.role}
      />
      <FilterSelect
        all="All"
        className="basis-[130px] max-sm:grow"
        label="Status"
        name="status"
        onChange={filters.setStatus}
        options={statusLabels}
        value={filters.status}
      />
      <FilterSelect
        className="basis-[160px] max-sm:grow"
        label="Sort by"
        name="sort"
        onChange={filters.setSort}
        options={orders}
        value={sortWord(filters.sort)}
      />
    </div>
  );
}
