'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { rememberReturnTo } from './return-to';
import { SessionRefusal } from './session-refusal';
import { useSession } from './use-session';

/**
 * Shows its content to admins only, and nothing until it is known who is there. Everybody else goes to /dashboard
 * (SPEC.md, sections 4 and 6); the page that a signed-out visitor asked for is remembered for after signing in.
 */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { loading, user, refusal } = useSession();
  const router = useRouter();
  const isAdmin = user?.role === 'ADMIN';
  const turnedAway = !loading && !isAdmin;
  const signedOut = !loading && user === null;

  useEffect(() => {
    if (!turnedAway) return;
    const { pathname, search, hash } = window.location;
    if (signedOut) rememberReturnTo(pathname + search + hash);
    // A task later: as a page comes back from the browser's memory, Next discards what was begun before its turn.
    const leadOut = setTimeout(() => router.replace('/dashboard'));
    return () => clearTimeout(leadOut);
  }, [turnedAway, signedOut, router]);

  // The session is re-checked on every route change: a known admin keeps the page meanwhile.
  if (isAdmin) return children;
  if (!refusal) return null;
  return (
    <main className="wrap py-10">
      <SessionRefusal message={refusal} />
    </main>
  );
}
