'use client';
import { useListPlace } from '@/components/ui/use-list-place';
import { graphql } from '@/lib/graphql-client/graphql';
import { type CursorList, useCursorList } from '@/lib/graphql-client/use-cursor-list';
import { type AdminUser, adminUserFragment } from './admin-user';
import type { UserFilters } from './user-filters';

export const adminUsersQuery = graphql(
  `
    query AdminUsers(
      $accountId: ID!
      $limit: Int
      $after: ID
      $before: ID
      $search: String
      $role: Role
      $status: UserStatus
      $sort: UserSort
      $descending: Boolean
    ) {
      listUsers(
        accountId: $accountId
        limit: $limit
        after: $after
        before: $before
        search: $search
        role: $role
        status: $status
        sort: $sort
        descending: $descending
      ) {
        ...AdminUser
      }
    }
  `,
  [adminUserFragment],
);

/** The account's users that the filters leave, in their order, a page of 20 at a time. */
export function useUsers(accountId: string, filters: UserFilters['variables']): CursorList<AdminUser> {
  return useCursorList({
    query: adminUsersQuery,
    variables: { accountId, ...filters },
    ...useListPlace(),
    rowsOf: (data) => data.listUsers,
    typename: 'User',
  });
}
