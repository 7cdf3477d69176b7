'use client';
import { chosen } from '@/components/ui/chosen';
import type { Sort } from '@/components/ui/sort-header';
import { useAddress } from '@/components/ui/use-address';
import { limits } from '@/lib/config/limits';
import { roleWords } from './role-words';

const sortFields = {
  email: 'EMAIL',
  name: 'NAME',
  role: 'ROLE',
  status: 'STATUS',
  created: 'CREATED',
} as const;

/** What each status is called. */
export const userStatuses = { ACTIVE: 'Active', DISABLED: 'Disabled' };

type UserSortField = keyof typeof sortFields;

const newestFirst: Sort<UserSortField> = { field: 'created', descending: true };

/** An order in one word: `email`, downwards `-email`. */
export const sortWord = ({ field, descending }: Sort<UserSortField>) => `${descending ? '-' : ''}${field}`;

function readSort(word: string | null): Sort<UserSortField> {
  const descending = word?.startsWith('-') ?? false;
  const field = chosen(sortFields, word && descending ? word.slice(1) : word);
  return field ? { field, descending } : newestFirst;
}

/** Which users are listed and in which order, as the address says: `?search=ada&sort=-email&role=admin&status=active`. */
export function useUserFilters() {
  const address = useAddress();
  // An address may hold more than a field or the API takes.
  const search = (address.get('search') ?? '').slice(0, limits.search.max);
  const role = chosen(roleWords, address.get('role'));
  const status = chosen(userStatuses, address.get('status'));
  const sort = readSort(address.get('sort'));
  return {
    search,
    role: role ?? '',
    status: status ?? '',
    sort,
    /** As the API takes them; null is no filter. */
    variables: {
      search: search || null,
      role,
      status,
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
