import { brand } from '@/lib/config/brand';

/** A choice of the person that the browser remembers. */
interface StoredChoice {
  /** Null if there's none, and always on the server. */
  read(): string | null;
  /** Everything that shows the choice follows at once, also in other tabs of the browser. */
  choose(value: string | null): void;
  /** Calls `listener` after every change of the choice; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** @param key of local storage. If that is denied or full, the choice lasts as long as the page. */
export function storedChoice(key: string): StoredChoice {
  const listeners = new Set<() => void>();
  let unstored: string | null | undefined;
  return {
    read() {
      if (typeof window === 'undefined') return null;
      if (unstored !== undefined) return unstored;
      try {
        return window.localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    choose(value) {
      unstored = undefined;
      try {
        if (value === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, value);
      } catch {
        unstored = value;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** In which time zone moments are shown: UTC, or the browser's own. */
export type Times = 'utc' | 'local';

const stored = storedChoice(brand.timesKey);

/** The person's choice in this browser; always UTC on the server. */
export const readTimes = (): Times => (stored.read() === 'local' ? 'local' : 'utc');

/** Stores the choice; every time on show, in other tabs too, follows at once. */
export const chooseTimes = (times: Times): void => stored.choose(times === 'utc' ? null : times);

/** Calls `listener` after every change of the choice, also by another tab; returns a function that stops it. */
export const subscribeTimes = stored.subscribe;
