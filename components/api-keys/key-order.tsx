'use client';
import { FilterSelect, SearchField } from '@/components/ui/filter-bar';
import { readSort, type Sort, sortWord } from '@/components/ui/sort';
import { useAddress } from '@/components/ui/use-address';
import { limits } from '@/lib/config/limits';

const sortFields = {
  name: 'NAME',
  created: 'CREATED',
  last_used: 'LAST_USED',
  expires: 'EXPIRES',
} as const;

export type KeySortField = keyof typeof sortFields;

const newestFirst: Sort<KeySortField> = { field: 'created', descending: true };

/** A pasted secret as the lists show it, because the address keeps what is searched for. */
const withoutSecret = (words: string) =>
  words.replace(/^(sy_live_)[\w-]{4,}([\w-]{4})$/, (_secret, prefix, end) => `${prefix}…${end}`);

/** The search and the order of a list of keys, from the address: `?search=ci&sort=-last_used`. */
export function useKeyOrder() {
  const address = useAddress();
  // An address may hold more than a field or the API takes.
  const search = (address.get('search') ?? '').slice(0, limits.search.max);
  const sort = readSort(sortFields, address.get('sort')) ?? newestFirst;
  return {
    search,
    sort,
    /** As the API takes them; null means no search. */
    variables: { search: search || null, sort: sortFields[sort.field], descending: sort.descending },
    setSearch: (words: string) => address.set({ search: withoutSecret(words) }),
    setSort: (next: Sort<KeySortField>) => setWord(sortWord(next)),
    setWord,
  };

  function setWord(word: string) {
    address.set({ sort: word === sortWord(newestFirst) ? null : word });
  }
}

export type KeyOrder = ReturnType<typeof useKeyOrder>;

/** The words of a list of keys, in both consoles. */
export function keyListWords({ sort }: KeyOrder) {
  const order = sort.descending ? 'newest first' : 'oldest first';
  return {
    loading: 'Loading API keys...',
    one: 'key',
    other: 'keys',
    ...(sort.field === 'created' && { order }),
  };
}

const orders = {
  '-created': 'Newest first',
  created: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-last_used': 'Last used first',
  last_used: 'Last used last',
  expires: 'First to expire first',
  '-expires': 'First to expire last',
};

/** Searches a list of keys. */
export function KeySearch({ order, label }: { order: KeyOrder; label: string }) {
  return (
    <SearchField
      className="min-w-[220px] max-w-[360px] grow max-sm:max-w-none max-sm:basis-full"
      label={label}
      name="search"
      onSearch={order.setSearch}
      value={order.search}
    />
  );
}

/** Chooses the order of a list of keys. */
export function KeySort({ order, className }: { order: KeyOrder; className: string }) {
  return (
    <FilterSelect
      className={className}
      label="Sort by"
      name="sort"
      onChange={order.setWord}
      options={orders}
      value={sortWord(order.sort)}
    />
  );
}
