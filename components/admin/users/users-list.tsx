import { Button } from '@/components/ui/button';
import { EmptyState, EmptyStateAction, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { Failure } from '@/components/ui/failure';
import { ListPager } from '@/components/ui/list-pager';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { AdminUser } from './admin-user';
import type { UserFilters } from './use-user-filters';
import { type UserDeeds, UsersTable } from './users-table';

interface UsersListProps extends UserDeeds {
  list: CursorList<AdminUser>;
  filters: UserFilters;
}

/** The users that the filters leave, in whatever state the list is. */
export function UsersList({ list, filters, ...deeds }: UsersListProps) {
  const { state } = list;
  if (state.status === 'loading') return <TableSkeleton rows={5} />;
  // The buttons below go with the state they stand in: their focus moves to the title.
  const leave = (deed: () => void) => () => {
    deeds.onFocusLost();
    deed();
  };
  if (state.status === 'failed') {
    return <Failure message="Users could not be loaded." onRetry={leave(list.reloadFirst)} />;
  }
  if (state.rows.length === 0) {
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
            <Button onClick={leave(filters.clear)} size="small" variant="line">
              Show all users
            </Button>
          </EmptyStateAction>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <UsersTable busy={state.turning} filters={filters} users={state.rows} {...deeds} />
      <ListPager list={list} state={state} what="users" />
    </>
  );
}
