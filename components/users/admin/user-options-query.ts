import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

export const userOptionsQuery = graphql(`
  query UserOptions($accountId: ID!, $search: String, $limit: Int) {
    listUsers(accountId: $accountId, search: $search, limit: $limit, sort: NAME) {
      id
      email
      first_name
      last_name
      status
    }
  }
`);

export const userOptionQuery = graphql(`
  query UserOption($id: ID!) {
    getUser(id: $id) {
      id
      email
      first_name
      last_name
      status
    }
  }
`);

export type UserOption = ResultOf<typeof userOptionQuery>['getUser'];
