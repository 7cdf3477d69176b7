import type { Metadata } from 'next';
import { UsageScreen } from '@/components/usage/admin/usage-screen';

export const metadata: Metadata = { title: 'Usage Reports' };

/** /dashboard/admin/usage: what the account used, day by day. */
export default function UsageReportsPage() {
  return <UsageScreen />;
}
