import { SortHeader } from '@/components/ui/sort-header';
import { StackedBody, StackedHead, StackedTable } from '@/components/ui/stacked-table';
import { ColumnHeader } from '@/components/ui/table';
import type { AdminUser } from './admin-user';
import { sortWord, type UserFilters } from './use-user-filters';
import { UserRow, type UserRowProps } from './user-row';

export interface UserDeeds extends Omit<UserRowProps, 'user' | 'self' | 'enabling'> {
  /** The id of the person at the screen. */
  selfId: string;
  /** The id of the user who is being enabled. */
  enablingId: string | null;
}

interface UsersTableProps extends UserDeeds {
  users: AdminUser[];
  /** Other users are on their way. */
  busy: boolean;
  filters: UserFilters;
}

/** Users in rows, sorted by the heads of the columns. */
export function UsersTable({ users, busy, filters, selfId, enablingId, ...row }: UsersTableProps) {
  const sort = { sort: filters.sort, onSort: (next: UserFilters['sort']) => filters.setSort(sortWord(next)) };
  return (
    <StackedTable busy={busy} label="Users">
      <StackedHead>
        <SortHeader field="email" label="Email" {...sort} />
        <SortHeader field="name" label="Name" {...sort} />
        <SortHeader field="role" label="Role" {...sort} />
        <ColumnHeader>Scopes</ColumnHeader>
        <SortHeader field="status" label="Status" {...sort} />
        <SortHeader field="created" label="Joined" {...sort} />
        <ColumnHeader>
          <span className="sr-only">Actions</span>
        </ColumnHeader>
      </StackedHead>
      <StackedBody>
        {users.map((user) => (
          <UserRow
            enabling={user.id === enablingId}
            key={user.id}
            self={user.id === selfId}
            user={user}
            {...row}
          />
        ))}
      </StackedBody>
    </StackedTable>
  );
}
