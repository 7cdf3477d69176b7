'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { type ApiKey, myApiKeysQuery } from './my-api-keys-query';

const pageSize = 20;

export type ApiKeysState =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      keys: ApiKey[];
      /** How many newer keys stand on the pages before. */
      skipped: number;
      hasOlder: boolean;
      /** Another page is on its way; this is the one before. */
      turning: boolean;
    };

export interface MyApiKeys {
  state: ApiKeysState;
  turnOlder: () => void;
  turnNewer: () => void;
  /** Reads the page on show again. */
  reload: () => void;
  /** Shows the newest page, which a new key makes urql read again, and a failed list is read again: whichever is on show. */
  reloadNewest: () => void;
}

/** The person's own keys, a page of 20 at a time. On any error there are none, and it is logged (SPEC.md, section 8). */
export function useMyApiKeys(): MyApiKeys {
  /** The last key of every page before this one. */
  const [cursors, setCursors] = useState<string[]>([]);
  const after = cursors.at(-1) ?? null;
  /** How often the list was asked for anew; whoever asks need not know which page is on show by then. */
  const [readings, setReadings] = useState(0);
  // A new context makes urql ask again; the type name does so after a key was made, in an empty list too.
  const context = useMemo(() => ({ additionalTypenames: ['APIKey'], readings }), [readings]);
  const [{ data, error, fetching, operation }] = useQuery({
    query: myApiKeysQuery,
    // One more than is shown tells whether there are older ones.
    variables: { limit: pageSize + 1, after },
    requestPolicy: readings === 0 ? 'cache-and-network' : 'network-only',
    context,
  });
  const keys = data?.myApiKeys;
  // urql keeps the page before while the next one is fetched.
  const turning = operation?.variables.after !== after;
  const ranOut = keys?.length === 0 && cursors.length > 0 && !turning && !error;

  const failed = useRef(false);
  useEffect(() => {
    failed.current = error !== undefined;
    if (error) console.warn('The API keys could not be loaded.', error);
  }, [error]);

  useEffect(() => {
    // The page's last key has been deleted.
    if (ranOut) setCursors((before) => before.slice(0, -1));
  }, [ranOut]);

  const reload = () => setReadings((before) => before + 1);
  const state = (): ApiKeysState => {
    if (keys && !error && !ranOut) {
      return {
        status: 'ready',
        keys: keys.slice(0, pageSize),
        skipped: pageSize * cursors.length,
        hasOlder: keys.length > pageSize,
        turning,
      };
    }
    return fetching || ranOut ? { status: 'loading' } : { status: 'failed' };
  };
  return {
    state: state(),
    turnOlder: () => {
      const last = keys?.at(pageSize - 1);
      if (last) setCursors([...cursors, last.id]);
    },
    turnNewer: () => setCursors(cursors.slice(0, -1)),
    reload,
    reloadNewest: () => {
      setCursors([]);
      if (failed.current) reload();
    },
  };
}
