import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { AdminUser } from './admin-user';
import type { UserFilters } from './use-user-filters';
import { type UserDeeds, UsersTable } from './users-table';

const words = { loading: 'Loading users...', one: 'user', other: 'users' };

interface UsersListProps extends UserDeeds {
  list: CursorList<AdminUser>;
  filters: UserFilters;
}

/** The users that the filters leave, in whatever state the list is. */
export function UsersList({ list, filters, ...deeds }: UsersListProps) {
  return (
    <CursorListView
      className="mt-1"
      empty={<NoUsers filters={filters} onFocusLost={deeds.onFocusLost} />}
      failure="Users could not be loaded."
      list={list}
      onFocusLost={deeds.onFocusLost}
      skeleton={5}
      what="users"
      words={words}
    >
      {(users, busy) => <UsersTable busy={busy} filters={filters} users={users} {...deeds} />}
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
