'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CursorList } from '@/lib/graphql-client/use-cursor-list';
import type { OverlappingKey, PreviousSecret } from './api-key';

const readEvery = 15_000;

/**
 * Keys with their old secrets as they are now: calls go on, so they are read every 15 seconds, while the page is
 * visible and one of the secrets works. If a reading fails, the last one stays; the next one may succeed.
 * @param read reads the same keys, without those that are gone
 */
export function useOverlaps<Key extends OverlappingKey>(
  keys: readonly Key[],
  read: () => Promise<readonly OverlappingKey[]>,
): Key[] {
  // By what was listed: the list, once it is read again, knows better.
  const [known, setKnown] = useState<ReadonlyMap<PreviousSecret, PreviousSecret | null>>(new Map());
  const readAgain = useEffectEvent(async () => {
    if (document.hidden) return;
    const answer = await read().catch(() => []);
    const fresh = answer.flatMap(({ id, previous_secret: now }) => {
      const listed = keys.find((key) => key.id === id)?.previous_secret;
      return listed ? [[listed, now] as const] : [];
    });
    setKnown((before) => new Map([...before, ...fresh]));
  });
  const shown = keys.map((key) => {
    const now = key.previous_secret && known.get(key.previous_secret);
    return now === undefined ? key : { ...key, previous_secret: now };
  });
  const overlapping = shown.some((key) => key.previous_secret);

  useEffect(() => {
    if (!overlapping) return;
    const timer = setInterval(() => readAgain(), readEvery);
    return () => clearInterval(timer);
  }, [overlapping]);
  return shown;
}

/** A list of keys whose old secrets are as they are now. @param read reads a page of the same list */
export function useListedOverlaps<Key extends OverlappingKey>(
  list: CursorList<Key>,
  read: (page: CursorList<Key>['page']) => Promise<readonly OverlappingKey[]>,
): CursorList<Key> {
  const { state, page } = list;
  const rows = useOverlaps(state.status === 'ready' ? state.rows : [], () => read(page));
  return state.status === 'ready' ? { ...list, state: { ...state, rows } } : list;
}
