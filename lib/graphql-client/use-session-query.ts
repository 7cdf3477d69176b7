'use client';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { sessionToken } from './session-store';
import { waitSentence } from './wait-sentence';

export type SessionQueryState<Data> =
  | { status: 'loading' }
  /** `wait`: see waitSentence. */
  | { status: 'failed'; wait: string | null; retry: () => void }
  /** `stale` while newer data, or that of other variables, is awaited. */
  | { status: 'ready'; data: Data; stale: boolean };

/**
 * What a dashboard shows of the signed-in person. Without a stored session token nothing is fetched and it stays
 * loading (SPEC.md, section 4); a person without the id that is asked by, or any error, is a failure (section 8).
 * @param subjectId the id that is asked by; empty where the person has none
 */
export function useSessionQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  subjectId: string,
): SessionQueryState<Data> {
  const hasToken = sessionToken() !== null;
  const isMissing = hasToken && subjectId === '';
  const [{ data, error, fetching }, refetch] = useQuery<Data, AnyVariables>({
    query,
    variables,
    pause: !hasToken || isMissing,
    requestPolicy: 'cache-and-network',
  });

  if (!hasToken) return { status: 'loading' };
  // Loading the page again is what fetches the current user again.
  if (isMissing) return { status: 'failed', wait: null, retry: () => window.location.reload() };
  if (data && !error) return { status: 'ready', data, stale: fetching };
  if (fetching) return { status: 'loading' };
  return {
    status: 'failed',
    wait: waitSentence(error),
    retry: () => refetch({ requestPolicy: 'network-only' }),
  };
}
