'use client';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import {
  checkSession,
  getServerSnapshot,
  getSnapshot,
  type Session,
  subscribe,
  watchSession,
} from '@/lib/graphql-client/session-store';
import { takeReturnTo } from './return-to';

/** The first wait (ms) until a failed check is repeated. Each further one is twice as long, up to a minute. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Checks the stored session on load, on every route change, when another tab changes it and when the tab comes
 * back. Repeats checks that fail. A user who was sent away because a check failed returns when a check succeeds.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const router = useRouter();
  const check = useCallback(
    async (options?: { quietly: boolean }) => {
      await checkSession(options);
      // Signing in by the dialog isn't handled here: the dialog takes the page itself.
      if (!getSnapshot().user) return;
      const page = takeReturnTo();
      // A user who has moved on to another page no longer wants this one.
      if (page && window.location.pathname === '/') router.replace(page);
    },
    [router],
  );
  useEffect(() => {
    if (pathname) void check();
  }, [pathname, check]);
  useEffect(() => watchSession(check), [check]);
  const { unchecked } = useSession();
  useEffect(() => {
    if (!unchecked) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const checkAfter = (wait: number) => {
      timer = setTimeout(() => {
        checkAfter(Math.min(wait * 2, LONGEST_WAIT_MS));
        void check({ quietly: true });
      }, wait);
    };
    checkAfter(FIRST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [unchecked, check]);
  return children;
}

/** The session: `loading` until it has been checked, then `user`, null if no one is signed in. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
}
