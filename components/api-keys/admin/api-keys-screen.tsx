'use client';
import { useSession } from '@/components/auth/use-session';
import { AccountKeys } from './account-keys';

/** The account's API keys (SPEC.md, section 2, API keys page). */
export function ApiKeysScreen() {
  const { user } = useSession();
  return user && <AccountKeys accountId={user.account_id} />;
}
