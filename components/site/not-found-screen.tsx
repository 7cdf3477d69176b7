'use client';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { SiteShell } from '@/components/layout/site-shell';
import { LinkButton } from '@/components/ui/button';
import { type DocsTree, docsTrees } from '@/lib/config/docs';

/** The page for what isn't there, with ways on. */
export function NotFoundScreen({ builtIn }: { builtIn: number }) {
  return (
    <SiteShell builtIn={builtIn}>
      <NotFoundMessage>
        {/* A screen high: in a docs tree the message changes, and the footer stays where it is. */}
        <div className="wrap flex min-h-svh flex-col justify-center py-20">
          <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">404 - Not Found</h1>
          <p className="mt-4 text-[17px] text-muted">The page you are looking for does not exist.</p>
          <div className="mt-8 flex flex-wrap gap-2.5">
            <LinkButton href="/">Home</LinkButton>
            <LinkButton variant="line" href="/docs">
              Documentation
            </LinkButton>
            <LinkButton variant="line" href="/contact">
              Contact Us
            </LinkButton>
            <DashboardLink />
          </div>
        </div>
      </NotFoundMessage>
    </SiteShell>
  );
}

const DocsNotFound = lazy(async () => ({
  default: (await import('@/components/content/docs/docs-not-found')).DocsNotFound,
}));

const never = () => () => undefined;

/** The message of a missing page: its children, or in a docs tree that tree's own words. */
function NotFoundMessage({ children }: { children: ReactNode }) {
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

/** Leads to the dashboard, whose guard opens the sign-in dialog for visitors who aren't signed in. */
function DashboardLink() {
  const { user } = useSession();
  return (
    <LinkButton variant="line" href="/dashboard">
      {user ? 'Dashboard' : 'Sign in'}
    </LinkButton>
  );
}
