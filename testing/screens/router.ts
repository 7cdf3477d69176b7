import { createContext, useContext, useSyncExternalStore } from 'react';
import { rootRedirects } from '@/lib/config/root-redirects';

/**
 * The router of screens under test, in the place of Next's: the address is this frame's own, so that history, `location`
 * and the browser's Back are real. Only the pages of `pages.tsx` are known to it.
 */
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

// Next notices these calls too: filters and ranges are kept in the address without its router.
for (const name of ['pushState', 'replaceState'] as const) {
  const change = window.history[name].bind(window.history);
  window.history[name] = (...args) => {
    change(...args);
    notify();
  };
}
window.addEventListener('popstate', notify);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the server sends a browser that asks for this address. */
const redirected = (href: string) => (rootRedirects.includes(href) ? '/' : href);

/** Leads to a page of the site; the same origin is assumed, as it is in the site's own links. */
function push(href: string): void {
  window.history.pushState(null, '', redirected(href));
  window.scrollTo(0, 0);
}

export const router = {
  push,
  replace: (href: string): void => window.history.replaceState(null, '', redirected(href)),
  back: (): void => window.history.back(),
  forward: (): void => window.history.forward(),
  refresh: notify,
  prefetch: (): void => {},
};

const pathname = () => window.location.pathname;
const search = () => window.location.search;

/** The path of the page that is shown; a hook. */
export const useShownPath = (): string => useSyncExternalStore(subscribe, pathname);

/** The query of the address, with its question mark; a hook. */
export const useShownSearch = (): string => useSyncExternalStore(subscribe, search);

/** The parameters in the path of the page, by name. */
export const PathParameters = createContext<Record<string, string>>({});

export const usePathParameters = () => useContext(PathParameters);
