'use client';

import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect } from 'react';
import { checkSession, getSnapshot, watchSession } from '@/lib/graphql-client/session-store';
import { takeReturnTo } from './return-to';

/**
 * Checks the stored session on load, on every route change, when another tab changes it and when the tab comes
 * back. A person who was led out because a check failed is led back by the one that succeeds.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const router = useRouter();
  const check = useCallback(
    async (options?: { quietly: boolean }) => {
      await checkSession(options);
      // Signing in by the dialog is not seen here: it takes the page itself.
      if (!getSnapshot().user) return;
      const page = takeReturnTo();
      // Whoever has gone elsewhere meanwhile has forgotten the page, too.
      if (page && window.location.pathname === '/') router.replace(page);
    },
    [router],
  );
  useEffect(() => {
    if (pathname) void check();
  }, [pathname, check]);
  useEffect(() => watchSession(check), [check]);
  return children;
}
