'use client';

import { useSession } from '@/components/auth/use-session';
import { LinkButton } from '@/components/ui/button';

/** Leads to the dashboard, whose guard opens the sign-in dialog for visitors who aren't signed in. */
export function DashboardLink() {
  const { user } = useSession();
  return (
    <LinkButton variant="line" href="/dashboard">
      {user ? 'Dashboard' : 'Sign in'}
    </LinkButton>
  );
}
