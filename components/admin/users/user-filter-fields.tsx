import { Field } from '@/components/ui/field';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { sortWord, type UserFilters } from './use-user-filters';

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

/** Searches and narrows the list; where its columns are too narrow for heads that sort, sorts it too. */
export function UserFilterFields({ filters }: { filters: UserFilters }) {
  return (
    <div className="@container">
      <div className="flex flex-wrap gap-x-4 gap-y-3.5">
        <SearchField
          className="min-w-[220px] max-w-[360px] grow max-sm:max-w-none max-sm:basis-full"
          label="Search by email or name"
          name="search"
          onSearch={filters.setSearch}
          value={filters.search}
        />
        <Field className="basis-[150px] max-sm:grow" label="Role">
          {(control) => (
            <Select
              {...control}
              name="role_filter"
              onChange={({ target }) => filters.setRole(target.value)}
              value={filters.role}
            >
              <option value="">All</option>
              <option value="developer">Developer</option>
              <option value="admin">Admin</option>
            </Select>
          )}
        </Field>
        <Field className="basis-[150px] max-sm:grow" label="Status">
          {(control) => (
            <Select
              {...control}
              name="status"
              onChange={({ target }) => filters.setStatus(target.value)}
              value={filters.status}
            >
              <option value="">All</option>
              <option value="active">Active</option>
              <option value="disabled">Disabled</option>
            </Select>
          )}
        </Field>
        <Field className="basis-[170px] max-sm:grow @min-[900px]:hidden" label="Sort by">
          {(control) => (
            <Select
              {...control}
              name="sort"
              onChange={({ target }) => filters.setSort(target.value)}
              value={sortWord(filters.sort)}
            >
              {Object.entries(orders).map(([word, label]) => (
                <option key={word} value={word}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </div>
  );
}
