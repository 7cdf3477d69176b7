import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

export const accountQuery = graphql(`
  query AccountDetails($id: ID!) {
    getAccount(id: $id) {
      id
      account_name
      account_plan_id
      status
      createdAt
      plan {
        id
        plan_name
      }
    }
  }
`);

export type AccountRecord = ResultOf<typeof accountQuery>['getAccount'];
