import { Field } from '@/components/ui/field';
import { FilterSelect } from '@/components/ui/filter-select';
import { UserSelect } from '@/components/users/admin/user-select';
import { type KeyFilters as Filters, keyStatuses } from './use-key-filters';

/** Narrows the list to one user's keys, or to those of one status. */
export function KeyFilters({ accountId, filters }: { accountId: string; filters: Filters }) {
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
