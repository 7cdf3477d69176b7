'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';

type Changes = Record<string, string | null>;

/** The parameters of a list's page. */
const pageParameters = ['page', 'after', 'before'];

/**
 * The query string of the page's address, and a way to change it. A change adds a step to the browser's history or
 * replaces the current one. Pages under /dashboard are static, so nothing is fetched for it.
 */
export function useAddress() {
  const query = useSearchParams();
  return {
    /** The value of that name; null if it's missing or empty. */
    get: (name: string): string | null => query.get(name) || null,
    /** Changes the parameters named; a list's page goes unless it is named too, because its filters have changed. */
    set: (changes: Changes, { replace = false }: { replace?: boolean } = {}) => {
      // The browser's own address: a second quick change comes before the first is rendered.
      const address = new URLSearchParams(window.location.search);
      const before = address.toString();
      for (const name of pageParameters) address.delete(name);
      for (const [name, value] of Object.entries(changes)) {
        if (value) address.set(name, value);
        else address.delete(name);
      }
      const search = address.toString();
      if (search === before) return;
      const next = (search ? `?${search}` : window.location.pathname) + window.location.hash;
      if (replace) window.history.replaceState(null, '', next);
      else window.history.pushState(null, '', next);
    },
  };
}

/** An address's value if it is one of the choices, in upper case or lower; null for anything else. */
export function chosen<Choice extends string>(
  choices: Readonly<Record<Choice, unknown>>,
  given: string | null,
): Choice | null {
  const names = Object.keys(choices) as Choice[];
  return names.find((name) => name.toLowerCase() === given?.toLowerCase()) ?? null;
}

/**
 * Opens a part of a screen for an address that asks for it, as the command menu's do: `?open=invite`. The word then
 * leaves the address, so that the page, loaded again, stays as it is.
 */
export function useOpenedBy(word: string, open: () => void): void {
  const address = useAddress();
  const isAsked = address.get('open') === word;
  const openNow = useEffectEvent(() => {
    address.set({ open: null }, { replace: true });
    open();
  });
  useEffect(() => {
    if (isAsked) openNow();
  }, [isAsked]);
}
