import { limits } from '@/lib/config/limits';
import type { CurrentUser } from './current-user';
import { rateLimitOf, type ServerError } from './errors';

/**
 * As urql sends currentUserFragment (a test holds it to that), so that a person is the same whichever way they were
 * asked for. Plain text: every page of a signed-in person asks this, and with urql it would load 10 kB to do so.
 */
export const meQuery =
  'query Me { me { id email role first_name last_name account_id scopes { read write admin __typename } __typename } }';

interface Answer {
  data?: { me: CurrentUser | null } | null;
  errors?: ServerError[];
}

/**
 * Asks the server whose token this is.
 * @returns the person, or null if the token is not valid (any more)
 * @throws RateLimited if the server takes no more calls for now
 * @throws Error if there was no answer, or an answer without data
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
