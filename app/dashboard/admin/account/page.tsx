import type { Metadata } from 'next';
import { AccountScreen } from '@/components/account/admin/account-screen';

export const metadata: Metadata = { title: 'Account Details' };

/** /dashboard/admin/account: the account's profile, plan, billing details and invoices. */
export default function AccountPage() {
  return <AccountScreen />;
}
