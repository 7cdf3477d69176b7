import type { Metadata } from 'next';
import { OverviewScreen } from '@/components/usage/admin/overview-screen';

export const metadata: Metadata = { title: 'Dashboard Overview' };

/** /dashboard/admin: the account at a glance. */
export default function AdminOverviewPage() {
  return <OverviewScreen />;
}
