'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OverlappingKey, PreviousSecret } from './overlap-query';

const readEvery = 15_000;

/**
 * Keys with their old secrets as they are now: calls go on, so one reading every 15 seconds, while the page is in sight
 * and one of the secrets works. A reading that fails leaves what was known, and is not told; the next one may come
 * through.
 * @param read of the same keys, those of them that are gone left out
 */
export function useOverlaps<Key extends OverlappingKey>(
  keys: readonly Key[],
  read: () => Promise<readonly OverlappingKey[]>,
): Key[] {
  // By what was listed: the list, once it is read anew, knows better.
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
