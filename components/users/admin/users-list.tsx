'use client';
import { scopeWords } from '@/components/auth/scopes';
import { Button } from '@/components/ui/button';
import type { DataColumn } from '@/components/ui/column-layout';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Moment } from '@/components/ui/moment';
import { sortWord } from '@/components/ui/sort';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
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

interface UserActions {
  /** The id of the person at the screen. */
  selfId: string;
  /** The id of the user who is being enabled. */
  enablingId: string | null;
  onEdit: (user: AdminUser) => void;
  onDisable: (user: AdminUser) => void;
  onResetPassword: (user: AdminUser) => void;
  onEnable: (user: AdminUser) => void;
  /** A row is going, and the focus with it. */
  onFocusLost: () => void;
}

interface UsersTableProps extends UserActions {
  users: AdminUser[];
  /** Other users are on their way. */
  busy: boolean;
  filters: Pick<UserFilters, 'sort' | 'setSort'>;
}

/** Users in rows, sorted by the heads of the columns. */
export function UsersTable({ users, busy, filters, ...actions }: UsersTableProps) {
  return (
    <DataTable
      busy={busy}
      columns={userColumns(actions)}
      keyOf={({ id }) => id}
      label="Users"
      onFocusLost={actions.onFocusLost}
      onSort={(next) => filters.setSort(sortWord(next))}
      rows={users}
      sort={filters.sort}
    />
  );
}

/** A user's name, role, scopes, age, and actions. */
const userColumns = ({
  selfId,
  enablingId,
  ...on
}: UserActions): DataColumn<AdminUser, UserFilters['sort']['field']>[] => [
  {
    head: 'Email',
    sort: 'email',
    minWidth: 166,
    priority: 9,
    cell: ({ id, email }) => (
      <>
        <WholeWords className="font-medium" text={email} />
        {id === selfId && <span className="text-[13px] text-muted">You</span>}
      </>
    ),
  },
  {
    head: 'Name',
    sort: 'name',
    minWidth: 122,
    priority: 5,
    cell: (user) => {
      const name = fullName(user);
      return name ? <WholeWords text={name} /> : <span className="text-muted">—</span>;
    },
  },
  { head: 'Role', sort: 'role', minWidth: 88, priority: 4, cell: ({ role }) => roleWords[role] },
  { head: 'Scopes', minWidth: 94, priority: 2, cell: ({ scopes }) => scopeWords(scopes) },
  {
    head: 'Status',
    sort: 'status',
    minWidth: 100,
    priority: 6,
    cell: (user) => (
      <UserStatus onResetPassword={user.id === selfId ? null : () => on.onResetPassword(user)} user={user} />
    ),
  },
  {
    head: 'Last active',
    minWidth: 110,
    priority: 3,
    cell: ({ last_active_at }) => <Moment at={last_active_at} missing="Never" />,
  },
  {
    head: 'Joined',
    sort: 'created',
    minWidth: 110,
    priority: 1,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    head: 'Actions',
    bare: true,
    minWidth: 138,
    priority: 8,
    kind: 'actions',
    cell: (user) => <UserButtons enabling={user.id === enablingId} user={user} {...on} />,
  },
];

interface UserStatusProps {
  user: AdminUser;
  /** Null if the person at the screen can't reset this password. */
  onResetPassword: (() => void) | null;
}

function UserStatus({ user, onResetPassword }: UserStatusProps) {
  const active = user.status === 'ACTIVE';
  return (
    <>
      {isPending(user) ? (
        <StatusMark tone="soon">Pending</StatusMark>
      ) : (
        <StatusMark tone={active ? 'good' : 'off'}>{userStatuses[user.status]}</StatusMark>
      )}{' '}
      {active && isPasswordExpired(user, Date.now()) && (
        <span className="subline">
          Temporary password expired{' '}
          {onResetPassword && (
            <button
              className="cursor-pointer py-1 text-left text-signal-ink underline underline-offset-3"
              onClick={onResetPassword}
              type="button"
            >
              Reset password<span className="sr-only"> {user.email}</span>
            </button>
          )}
        </span>
      )}
    </>
  );
}

interface UserButtonsProps extends Pick<UserActions, 'onEdit' | 'onDisable' | 'onEnable'> {
  user: AdminUser;
  /** The user is being enabled. */
  enabling: boolean;
}

function UserButtons({ user, enabling, ...on }: UserButtonsProps) {
  const active = user.status === 'ACTIVE';
  const whom = <span className="sr-only"> {user.email}</span>;
  return (
    <>
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
    </>
  );
}
