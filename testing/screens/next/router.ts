import { createContext, useContext, useSyncExternalStore } from 'react';
import { rootRedirects } from '@/lib/config/navigation';

/**
 * The router of screens under test, instead of Next's. The address is this frame's own, so that history, `location` and
 * the browser's Back are real. Only the pages of `pages.tsx` are known to it.
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

let load: (path: string) => Promise<void> = async () => {};

/** Names what loads a page: as with Next's router, the address changes once the next page can be shown. */
export function loadPagesBy(loader: (path: string) => Promise<void>): void {
  load = loader;
}

async function follow(href: string, change: 'pushState' | 'replaceState'): Promise<void> {
  const { pathname, search, hash } = new URL(redirected(href), window.location.href);
  if (pathname !== window.location.pathname) await load(pathname);
  window.history[change](null, '', pathname + search + hash);
  if (change === 'pushState') window.scrollTo(0, 0);
}

export const router = {
  push: (href: string) => void follow(href, 'pushState'),
  replace: (href: string) => void follow(href, 'replaceState'),
  back: () => window.history.back(),
  forward: () => window.history.forward(),
  refresh: notify,
  prefetch: () => {},
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
