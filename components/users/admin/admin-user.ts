import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A user as the console shows and changes it. */
export const adminUserFragment = graphql(`
  fragment AdminUser on User @_unmask {
    id
    email
    role
    status
    first_name
    last_name
    account_id
    createdAt
    etag
    scopes {
      read
      write
      admin
    }
  }
`);

export type AdminUser = ResultOf<typeof adminUserFragment>;
