import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Where the person is signed in, this session first, then last used first. */
export const mySessionsQuery = graphql(`
  query MySessions {
    mySessions {
      id
      device
      address
      createdAt
      last_used_at
      is_current
    }
  }
`);

/** A session as the list shows it; moments are epoch milliseconds. */
export type MySession = ResultOf<typeof mySessionsQuery>['mySessions'][number];
