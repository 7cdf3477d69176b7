import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A plan's numbers, as the statements about it need them. */
export const planFragment = graphql(`
  fragment PlanNumbers on AccountPlan @_unmask {
    id
    plan_name
    monthly_price
    max_workflows
    overage_price
  }
`);

export type PlanNumbers = ResultOf<typeof planFragment>;

/** The account as the console shows and changes it. */
export const accountFragment = graphql(
  `
    fragment AccountRecord on Account @_unmask {
      id
      account_name
      status
      createdAt
      etag
      plan {
        ...PlanNumbers
      }
    }
  `,
  [planFragment],
);

export type AccountRecord = ResultOf<typeof accountFragment>;
