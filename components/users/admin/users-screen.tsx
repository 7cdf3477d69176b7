'use client';
import { useSession } from '@/components/auth/use-session';
import { AdminTitle } from '@/components/layout/admin-title';
import { InviteSection } from './invite-section';
import { UsersSection } from './users-section';

/** The people of the account (SPEC.md, section 2, Users page). */
export function UsersScreen() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <AdminTitle note="Invite people to the account, and decide what each may do.">Manage Users</AdminTitle>
      <InviteSection accountId={user.account_id} />
      <UsersSection self={user} />
    </>
  );
}
