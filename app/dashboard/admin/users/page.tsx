import type { Metadata } from 'next';
import { UsersScreen } from '@/components/users/admin/users-screen';

export const metadata: Metadata = { title: 'Manage Users' };

/** /dashboard/admin/users: the people of the account, invited, changed, disabled and enabled by its admins. */
export default function ManageUsersPage() {
  return <UsersScreen />;
}
