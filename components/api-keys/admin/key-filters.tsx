'use client';
import { KeySearch, KeySort, useKeyOrder } from '@/components/api-keys/key-order';
import { FilterSelect } from '@/components/ui/filter-bar';
import { Field } from '@/components/ui/form';
import { chosen, useAddress } from '@/components/ui/use-address';
import { UserSelect } from '@/components/users/admin/user-select';

/** What each status is called. */
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

export type KeyFilters = ReturnType<typeof useKeyFilters>;

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
