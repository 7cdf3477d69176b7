'use client';
import { scopeWords } from '@/components/auth/admin/scope-words';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { SortHeader } from '@/components/ui/sort-header';
import {
  StackedActions,
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import { useFocusLost } from '@/components/ui/use-focus-lost';
import { formatDate, formatIsoMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AdminUser, fullName, roleWords, userStatuses } from './admin-user';
import { sortWord, type UserFilters } from './user-filters';

const words = { loading: 'Loading users...', one: 'user', other: 'users' };

interface UsersListProps extends UserActions {
  list: CursorList<AdminUser>;
  filters: UserFilters;
}

/** The users that match the filters, or the list's loading, empty, or failed state. */
export function UsersList({ list, filters, ...row }: UsersListProps) {
  return (
    <CursorListView
      className="mt-1"
      empty={<NoUsers filters={filters} onFocusLost={row.onFocusLost} />}
      failure="Users couldn't be loaded."
      list={list}
      onFocusLost={row.onFocusLost}
      skeleton={5}
      what="users"
      words={words}
    >
      {(users, busy) => <UsersTable busy={busy} filters={filters} users={users} {...row} />}
    </CursorListView>
  );
}

function NoUsers({ filters, onFocusLost }: Pick<UsersListProps, 'filters' | 'onFocusLost'>) {
  return (
    <EmptyState>
      <EmptyStateTitle>No users found.</EmptyStateTitle>
      <EmptyStateText>
        {filters.filtered
          ? 'Nobody in this account matches the search and filters.'
          : 'Invite the first one above.'}
      </EmptyStateText>
      {filters.filtered && (
        <EmptyStateAction>
          <Button
            onClick={() => {
              // The button is about to go.
              onFocusLost();
              filters.clear();
            }}
            size="small"
            variant="line"
          >
            Show all users
          </Button>
        </EmptyStateAction>
      )}
    </EmptyState>
  );
}

interface UserActions extends Omit<UserRowProps, 'user' | 'self' | 'enabling'> {
  /** The id of the person at the screen. */
  selfId: string;
  /** The id of the user who is being enabled. */
  enablingId: string | null;
}

interface UsersTableProps extends UserActions {
  users: AdminUser[];
  /** Other users are on their way. */
  busy: boolean;
  filters: UserFilters;
}

/** Users in rows, sorted by the heads of the columns. */
function UsersTable({ users, busy, filters, selfId, enablingId, ...row }: UsersTableProps) {
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

interface UserRowProps {
  user: AdminUser;
  /** The row's person is the one at the screen. */
  self: boolean;
  /** The user is being enabled. */
  enabling: boolean;
  onEdit: (user: AdminUser) => void;
  onDisable: (user: AdminUser) => void;
  onResetPassword: (user: AdminUser) => void;
  onEnable: (user: AdminUser) => void;
  /** The row is going, and the focus with it. */
  onFocusLost: () => void;
}

/** One user: who it is, what they may do, since when, and what can be done about it. */
function UserRow({ user, self, enabling, onFocusLost, ...on }: UserRowProps) {
  const row = useFocusLost<HTMLTableRowElement>(onFocusLost);
  const { email, role, scopes, status, createdAt } = user;
  const name = fullName(user);
  const active = status === 'ACTIVE';
  const whom = <span className="sr-only"> {email}</span>;

  return (
    <StackedRow ref={row}>
      <StackedRowHeader>
        <bdi className="wrap-anywhere block max-w-[32ch] font-medium">{email}</bdi>
        {self && <span className="text-[13px] text-muted">You</span>}
      </StackedRowHeader>
      <StackedCell column="Name">
        {name ? (
          <bdi className="wrap-anywhere block max-w-[26ch]">{name}</bdi>
        ) : (
          <span className="text-muted">—</span>
        )}
      </StackedCell>
      <StackedCell column="Role">{roleWords[role]}</StackedCell>
      <StackedCell column="Scopes">{scopeWords(scopes)}</StackedCell>
      <StackedCell column="Status">
        <StatusMark tone={active ? 'good' : 'off'}>{userStatuses[status]}</StatusMark>
      </StackedCell>
      <StackedCell column="Joined">
        <time className="block whitespace-nowrap" dateTime={formatIsoMoment(createdAt)}>
          {formatDate(createdAt)}
          <span className="block text-[13px] text-muted">{formatRelative(createdAt, Date.now())}</span>
        </time>
      </StackedCell>
      <StackedActions>
        {/* Side by side: the columns of text give way. */}
        <div className="flex gap-2">
          <Button onClick={() => on.onEdit(user)} size="small" variant="line">
            Edit{whom}
          </Button>
          {/* One button for both, so that it keeps the focus as it turns. */}
          <Button
            aria-busy={enabling || undefined}
            className="min-w-[76px]"
            onClick={() => !enabling && (active ? on.onDisable(user) : on.onEnable(user))}
            size="small"
            variant={active ? 'danger' : 'line'}
          >
            {active ? 'Disable' : 'Enable'}
            {whom}
          </Button>
        </div>
        {/* One's own is set in Settings. */}
        {!self && (
          <Button onClick={() => on.onResetPassword(user)} size="small" variant="line">
            Reset password{whom}
          </Button>
        )}
      </StackedActions>
    </StackedRow>
  );
}
