import type { Metadata } from 'next';
import { AccountJobsScreen } from '@/components/workflows/admin/account-jobs-screen';

export const metadata: Metadata = { title: 'Workflows' };

/** /dashboard/admin/workflows: the jobs of the account. */
export default function AccountWorkflowsPage() {
  return <AccountJobsScreen />;
}
