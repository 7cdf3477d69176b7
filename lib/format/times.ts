import { brand } from '@/lib/config/brand';

/** In which time zone moments are shown: UTC, or the browser's own. */
export type Times = 'utc' | 'local';

const listeners = new Set<() => void>();

/** The choice if the browser's storage is denied or full: it lasts as long as the page. */
let unstored: Times | null = null;

/** The person's choice in this browser; always UTC on the server. */
export function readTimes(): Times {
  if (typeof window === 'undefined') return 'utc';
  if (unstored) return unstored;
  try {
    return window.localStorage.getItem(brand.timesKey) === 'local' ? 'local' : 'utc';
  } catch {
    return 'utc';
  }
}

/** Stores the choice; every time on show, in other tabs too, follows at once. */
export function chooseTimes(times: Times): void {
  unstored = null;
  try {
    if (times === 'utc') window.localStorage.removeItem(brand.timesKey);
    else window.localStorage.setItem(brand.timesKey, times);
  } catch {
    unstored = times;
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change of the choice, also by another tab; returns a function that stops it. */
export function subscribeTimes(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === brand.timesKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
