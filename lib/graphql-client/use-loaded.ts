'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { waitSentence } from './wait-sentence';

type State<Data> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'ready'; data: Data };

export type Loaded<Data> =
  | { status: 'loading' }
  /** `wait`: see waitSentence. */
  | { status: 'failed'; wait: string | null; retry: () => void }
  /** `replace`, the same function on every render, shows what is known by now in the place of what was read. */
  | { status: 'ready'; data: Data; replace: (data: Data) => void };

const loading = { status: 'loading' } as const;

/**
 * What a part of a screen reads when it opens. An answer that comes once nobody waits for it, or for another reading,
 * is dropped; a failure is logged (SPEC.md, section 8).
 * @param read the same function on every render, as long as the same is to be read
 * @param failure what the log says, a sentence
 */
export function useLoaded<Data>(read: () => Promise<Data>, failure: string): Loaded<Data> {
  const [state, setState] = useState<State<Data>>(loading);
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
