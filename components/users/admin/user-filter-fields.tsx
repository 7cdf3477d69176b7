import { FilterSelect } from '@/components/ui/filter-select';
import { SearchField } from '@/components/ui/search-field';
import { roleWords } from './role-words';
import { sortWord, type UserFilters, userStatuses } from './use-user-filters';

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
        <FilterSelect
          all="All"
          className="basis-[150px] max-sm:grow"
          label="Role"
          name="role_filter"
          onChange={filters.setRole}
          options={roleWords}
          value={filters.role}
        />
        <FilterSelect
          all="All"
          className="basis-[150px] max-sm:grow"
          label="Status"
          name="status"
          onChange={filters.setStatus}
          options={userStatuses}
          value={filters.status}
        />
        <FilterSelect
          className="basis-[170px] max-sm:grow @min-[900px]:hidden"
          label="Sort by"
          name="sort"
          onChange={filters.setSort}
          options={orders}
          value={sortWord(filters.sort)}
        />
      </div>
    </div>
  );
}
