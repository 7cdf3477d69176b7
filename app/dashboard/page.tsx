import { DashboardScreen } from '@/components/dashboard/usage/dashboard-screen';

/** /dashboard: the developer's own usage. */
export default function DashboardPage() {
  return <DashboardScreen />;
}
