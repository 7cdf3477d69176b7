import { graphql, type ResultOf } from './graphql';

/** The fields of a person that every screen may rely on. */
export const currentUserFragment = graphql(`
  fragment CurrentUser on User @_unmask {
    id
    email
    role
    temporary_password_expires_at
    first_name
    last_name
    account_id
    account_name
    scopes {
      read
      write
      admin
    }
  }
`);

/** The signed-in person, as `me` returns it. */
export type CurrentUser = ResultOf<typeof currentUserFragment>;
