'use client';
import { useSearchParams } from 'next/navigation';

type Changes = Record<string, string | null>;

/**
 * What the page's address holds behind its question mark, and the way to change it: a step in the browser's history,
 * or in place of the present one. Pages under /dashboard are static: nothing is fetched for it.
 */
export function useAddress() {
  const query = useSearchParams();
  return {
    /** The value of that name; null where there is none, or an empty one. */
    get: (name: string): string | null => query.get(name) || null,
    set: (changes: Changes, { replace = false }: { replace?: boolean } = {}) => {
      // The browser's own address: of two quick changes the second comes before the first is rendered.
      const address = new URLSearchParams(window.location.search);
      const before = address.toString();
      for (const [name, value] of Object.entries(changes)) {
        if (value) address.set(name, value);
        else address.delete(name);
      }
      const search = address.toString();
      if (search === before) return;
      const next = search ? `?${search}` : window.location.pathname;
      if (replace) window.history.replaceState(null, '', next);
      else window.history.pushState(null, '', next);
    },
  };
}
