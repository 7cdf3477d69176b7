import { limits } from '@/lib/config/limits';
import { rateLimitOf, type ServerError } from './client-errors';
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

/**
 * The same document that urql sends for currentUserFragment (a test compares them), so that both return the same
 * fields. Plain text, because every page of a signed-in person sends it, and urql would cost 10 kB.
 */
export const meQuery =
  'query Me { me { id email role temporary_password_expires_at first_name last_name account_id account_name scopes { read write admin __typename } __typename } }';

interface Answer {
  data?: { me: CurrentUser | null } | null;
  errors?: ServerError[];
}

/**
 * Asks the server whose token this is.
 * @returns the person, or null if the token is invalid or has ended
 * @throws RateLimited if the server refuses calls for now
 * @throws Error if there was no response, or a response without data
 */
export async function fetchCurrentUser(token: string): Promise<CurrentUser | null> {
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName: 'Me', query: meQuery }),
    signal: AbortSignal.timeout(limits.patience),
  });
  const { data, errors = [] }: Answer = await response.json();
  if (errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) return null;
  const [error] = errors;
  if (error) throw rateLimitOf(errors) ?? new Error(error.message);
  if (!data) throw new Error('No answer came back.');
  return data.me;
}
