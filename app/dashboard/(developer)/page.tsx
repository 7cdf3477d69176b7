import type { Metadata } from 'next';
import { DashboardScreen } from '@/components/usage/developer/dashboard-screen';

export const metadata: Metadata = { title: 'My Developer Dashboard' };

/** /dashboard: the developer's own usage. */
export default function DashboardPage() {
  return <DashboardScreen />;
}
