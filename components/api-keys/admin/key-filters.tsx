'use client';
import { chosen } from '@/components/ui/chosen';
import { Field } from '@/components/ui/field';
import { FilterSelect } from '@/components/ui/filter-select';
import { useAddress } from '@/components/ui/use-address';
import { UserSelect } from '@/components/users/admin/user-select';

/** What each status is called. */
const keyStatuses = { ACTIVE: 'Active', REVOKED: 'Revoked', EXPIRED: 'Expired' };

/** Which keys are listed, as the page's address says: `?user=usr_…&status=revoked`. */
export function useKeyFilters() {
  const address = useAddress();
  const user = address.get('user');
  const status = chosen(keyStatuses, address.get('status'));
  return {
    user: user ?? '',
    status: status ?? '',
    /** As the API takes them; null means no filter. */
    variables: { userId: user, status },
    filtered: user !== null || status !== null,
    setUser: (id: string) => address.set({ user: id }),
    setStatus: (choice: string) => address.set({ status: choice.toLowerCase() }),
    clear: () => address.set({ user: null, status: null }),
  };
}

export type KeyFilters = ReturnType<typeof useKeyFilters>;

/** Narrows the list to one user's keys, or to those of one status. */
export function KeyFilterFields({ accountId, filters }: { accountId: string; filters: KeyFilters }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3.5">
      <Field className="min-w-0 basis-[300px] max-sm:grow" label="User">
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
    </div>
  );
}
