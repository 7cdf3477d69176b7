'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AnyVariables,
  type CombinedError,
  type OperationContext,
  type TypedDocumentNode,
  useQuery,
} from 'urql';
import { waitSentence } from './client-errors';
import { sessionToken } from './session-store';

interface Loading {
  status: 'loading';
}

interface Failed {
  status: 'failed';
  /** See waitSentence. */
  wait: string | null;
  retry: () => void;
}

export type Loaded<Data> =
  | Loading
  | Failed
  /** `replace`, the same function on every render, shows newer data instead of what was read. */
  | { status: 'ready'; data: Data; replace: (data: Data) => void };

const loading = { status: 'loading' } as const;

/**
 * Reads data once, when a part of a screen opens. It is for records of forms, which another part's read mustn't
 * replace, and for facts that must be current. A response that no screen waits for any longer, or that belongs to an
 * earlier read, is dropped; a failure is logged (docs/product.md, "States of a screen").
 * @param read the same function on every render, as long as the same data is wanted
 * @param failure a sentence for the log
 */
export function useLoaded<Data>(read: () => Promise<Data>, failure: string): Loaded<Data> {
  const [state, setState] = useState<
    Loading | { status: 'failed'; error: unknown } | { status: 'ready'; data: Data }
  >(loading);
  const latest = useRef<object>(null);
  const load = useCallback(async () => {
    const reading = {};
    latest.current = reading;
    setState(loading);
    const result = await read().then(
      (data) => ({ status: 'ready', data }) as const,
      (error: unknown) => ({ status: 'failed', error }) as const,
    );
    if (latest.current !== reading) return;
    if (result.status === 'failed') console.warn(failure, result.error);
    setState(result);
  }, [read, failure]);
  useEffect(() => {
    void load();
    return () => {
      latest.current = null;
    };
  }, [load]);

  const replace = useCallback((data: Data) => setState({ status: 'ready', data }), []);
  if (state.status === 'failed') return { status: 'failed', wait: waitSentence(state.error), retry: load };
  if (state.status === 'loading') return state;
  return { ...state, replace };
}

interface LoadedQueryOptions<Data, Variables> {
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** A sentence for the log if it fails; without it, nothing is logged. */
  failure?: string;
  /** Whether an error belongs to normal use, and isn't logged. */
  isExpected?: (error: CombinedError) => boolean;
  pause?: boolean;
  requestPolicy?: 'cache-and-network' | 'network-only';
  /** A new one reads again. */
  context?: Partial<OperationContext>;
}

export type LoadedQuery<Data> =
  | Loading
  | (Failed & { error: CombinedError | undefined })
  | {
      status: 'ready';
      data: Data;
      /** Newer data, or other variables' data, is on its way. */
      stale: boolean;
      /** The variables with which `data` was read. */
      variables: AnyVariables;
    };

/**
 * Data for a part of a screen: first from the client's cache, and then kept up to date by the client. Data that came
 * with an error counts as a failure (docs/product.md, "States of a screen").
 */
export function useLoadedQuery<Data, Variables extends AnyVariables>({
  query,
  variables,
  failure,
  isExpected,
  requestPolicy = 'cache-and-network',
  ...options
}: LoadedQueryOptions<Data, Variables>): LoadedQuery<Data> {
  const [{ data, error, fetching, operation }, refetch] = useQuery<Data, AnyVariables>({
    query,
    variables,
    requestPolicy,
    ...options,
  });
  const logged = failure && error && !isExpected?.(error) ? error : null;
  useEffect(() => {
    if (logged) console.warn(failure, logged);
  }, [logged, failure]);

  if (data && !error) return { status: 'ready', data, stale: fetching, variables: operation?.variables };
  if (fetching) return loading;
  return {
    status: 'failed',
    error,
    wait: waitSentence(error),
    retry: () => refetch({ requestPolicy: 'network-only' }),
  };
}

/**
 * Data of the signed-in person for a dashboard. Without a stored session token nothing is fetched and it stays
 * loading (docs/product.md, "States of a screen"); a person without the id to ask with, or any error, is a failure.
 * @param subjectId the id to ask with; empty if the person has none
 */
export function useSessionQuery<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  subjectId: string,
): LoadedQuery<Data> {
  const hasToken = sessionToken() !== null;
  const isMissing = hasToken && subjectId === '';
  const loaded = useLoadedQuery({ query, variables, pause: !hasToken || isMissing });
  if (!hasToken) return loading;
  // Loading the page again is what fetches the current user again.
  if (isMissing) {
    return { status: 'failed', error: undefined, wait: null, retry: () => window.location.reload() };
  }
  return loaded;
}
