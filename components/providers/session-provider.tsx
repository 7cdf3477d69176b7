'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { checkSession, watchOtherTabs } from '@/lib/graphql-client/session-store';

/** Checks the stored session on load, on every route change and when another tab changes it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  useEffect(() => {
    if (pathname) void checkSession();
  }, [pathname]);
  useEffect(watchOtherTabs, []);
  return children;
}
