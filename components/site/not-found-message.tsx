'use client';

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { type DocsTree, docsTrees } from '@/lib/config/docs';

const DocsNotFound = lazy(async () => ({
  default: (await import('@/components/content/docs/docs-not-found')).DocsNotFound,
}));

const never = () => () => undefined;

/** What a page that is missing says: its children, or in a docs tree that tree's own words. */
export function NotFoundMessage({ children }: { children: ReactNode }) {
  // One page is prerendered for all missing ones: only the browser knows which was requested.
  const address = useSyncExternalStore(
    never,
    () => window.location.pathname,
    () => '',
  );
  const tree = (Object.keys(docsTrees) as DocsTree[]).find((name) =>
    address.startsWith(`${docsTrees[name].root}/`),
  );
  if (!tree) return children;
  return (
    <Suspense fallback={children}>
      <DocsNotFound tree={tree} path={readable(address.slice(docsTrees[tree].root.length + 1))} />
    </Suspense>
  );
}

/** The path as it was typed; stays as it is if its encoding is invalid. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
