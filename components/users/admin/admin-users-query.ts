import { graphql } from '@/lib/graphql-client/graphql';
import { adminUserFragment } from './admin-user';

export const adminUsersQuery = graphql(
  `
    query AdminUsers(
      $accountId: ID!
      $limit: Int
      $after: ID
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
