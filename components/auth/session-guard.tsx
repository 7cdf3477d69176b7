'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { Failure } from '@/components/ui/outcome';
import { checkSession } from '@/lib/graphql-client/session-store';
import { leaveArrivalNote, peekReturnTo, rememberReturnTo } from './return-to';
import { useSession } from './session-provider';

/**
 * Shows its content to signed-in users only. Others go to `/login`, which redirects to the site root with the sign-in
 * dialog open, and the page they asked for is remembered. The same happens if the session ends while the page is open.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { loading, user, refusal } = useSession();
  const router = useRouter();
  const turnedAway = !loading && user === null;

  useEffect(() => {
    if (!turnedAway) return;
    const { pathname, search, hash } = window.location;
    // The admin guard sends visitors here, and has remembered their page already.
    const sentHere = pathname === '/dashboard' && peekReturnTo()?.startsWith('/dashboard/admin');
    if (!sentHere) rememberReturnTo(pathname + search + hash);
    // A task later: when a page is restored from the browser's memory, Next discards a navigation started before.
    const redirecting = setTimeout(() => router.replace('/login'));
    return () => clearTimeout(redirecting);
  }, [turnedAway, router]);

  // The session is checked again on every route change; a known user keeps the page during the check.
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

/**
 * Shows its content to admins only, and nothing until the session has been checked. Everyone else goes to /dashboard
 * (docs/product.md, "Sessions and guards"); the page that a signed-out visitor asked for is remembered for after
 * signing in.
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
    else leaveArrivalNote('That page is for admins. Ask an admin of your account for access.');
    // A task later: when a page is restored from the browser's memory, Next discards a navigation started before.
    const redirecting = setTimeout(() => router.replace('/dashboard'));
    return () => clearTimeout(redirecting);
  }, [turnedAway, signedOut, router]);

  // The session is checked again on every route change; a known admin keeps the page during the check.
  if (isAdmin) return children;
  if (!refusal) return null;
  return (
    <main className="wrap py-10">
      <SessionRefusal message={refusal} />
    </main>
  );
}

/** Replaces a page if the session couldn't be checked: says why, and checks it again. */
function SessionRefusal({ message }: { message: string }) {
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      <Failure message={message} onRetry={() => void checkSession()} />
    </>
  );
}
