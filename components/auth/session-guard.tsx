'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { peekReturnTo, rememberReturnTo } from './return-to';
import { SessionRefusal } from './session-refusal';
import { useSession } from './use-session';

/**
 * Shows its content to signed-in people only. Others go to /login, which leads to the site root with the
 * sign-in dialog open; the page they asked for is remembered. A session that ends while the page is open
 * leads out in the same way.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { loading, user, refusal } = useSession();
  const router = useRouter();
  const turnedAway = !loading && user === null;

  useEffect(() => {
    if (!turnedAway) return;
    const { pathname, search, hash } = window.location;
    // The admin guard leads those it has turned away here, and has remembered their page.
    const ledHere = pathname === '/dashboard' && peekReturnTo()?.startsWith('/dashboard/admin');
    if (!ledHere) rememberReturnTo(pathname + search + hash);
    // A task later: as a page comes back from the browser's memory, Next discards what was begun before its turn.
    const leadOut = setTimeout(() => router.replace('/login'));
    return () => clearTimeout(leadOut);
  }, [turnedAway, router]);

  // The session is re-checked on every route change: a known person keeps the page meanwhile.
  if (user) return children;
  if (refusal) return <SessionRefusal message={refusal} />;
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      <p className="text-muted" role="status">
        {loading ? 'Loading...' : ''}
      </p>
    </>
  );
}
