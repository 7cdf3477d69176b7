'use client';

import { useSession } from '@/components/auth/use-session';
import { LinkButton } from '@/components/ui/link-button';

/** The way in: its guard sends those who are not signed in to the sign-in dialog, and on from there. */
export function DashboardLink() {
  const { user } = useSession();
  return (
    <LinkButton variant="line" href="/dashboard" prefetch={false}>
      {user ? 'Dashboard' : 'Sign in'}
    </LinkButton>
  );
}
