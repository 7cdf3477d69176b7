'use client';
import { scopeWords } from '@/components/auth/scope-words';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Moment } from '@/components/ui/moment';
import { SortHeader } from '@/components/ui/sort-header';
import { sortWord } from '@/components/ui/sort-word';
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
import { formatDate } from '@/lib/format/date';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import {
  type AdminUser,
  fullName,
  isPasswordExpired,
  isPending,
  roleWords,
  userStatuses,
} from './admin-user';
import type { UserFilters } from './user-filters';

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
        <ColumnHeader>Last active</ColumnHeader>
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
  const { email, role, scopes, status, createdAt, last_active_at } = user;
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
        {isPending(user) ? (
          <StatusMark tone="soon">Pending</StatusMark>
        ) : (
          <StatusMark tone={active ? 'good' : 'off'}>{userStatuses[status]}</StatusMark>
        )}
        {active && isPasswordExpired(user, Date.now()) && (
          <span className="block max-w-[20ch] text-[13px] text-muted">
            Temporary password expired
            {!self && (
              <button
                className="block cursor-pointer py-1 text-signal-ink underline underline-offset-3"
                onClick={() => on.onResetPassword(user)}
                type="button"
              >
                Reset password{whom}
              </button>
            )}
          </span>
        )}
      </StackedCell>
      <StackedCell column="Last active">
        <Moment at={last_active_at} format={formatDate} missing="Never" />
      </StackedCell>
      <StackedCell column="Joined">
        <Moment at={createdAt} format={formatDate} />
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
            variant="line"
          >
            {active ? 'Disable' : 'Enable'}
            {whom}
          </Button>
        </div>
      </StackedActions>
    </StackedRow>
  );
}
