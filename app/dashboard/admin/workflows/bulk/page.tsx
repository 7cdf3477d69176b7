import type { Metadata } from 'next';
import { AccountRunsScreen } from '@/components/bulk/admin/account-runs-screen';

export const metadata: Metadata = { title: 'Bulk Runs' };

/** /dashboard/admin/workflows/bulk: the bulk runs of the account. */
export default function AccountBulkRunsPage() {
  return <AccountRunsScreen />;
}
