'use client';
import { useSession } from '@/components/auth/session-provider';
import { WhatIfScreen } from '@/components/usage/what-if-screen';

/** The calls of the signed-in person, an admin's too, priced on other models. */
export function MyWhatIfScreen() {
  const { user } = useSession();
  // The guard shows this to signed-in people only.
  if (!user) return null;
  return (
    <WhatIfScreen
      ownerId={user.id}
      usage={{ label: 'Overview', href: '/dashboard', base: '/dashboard/workflows' }}
    />
  );
}
