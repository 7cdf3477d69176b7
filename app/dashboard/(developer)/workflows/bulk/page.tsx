import type { Metadata } from 'next';
import { MyRunsScreen } from '@/components/bulk/bulk-runs-screen';

export const metadata: Metadata = { title: 'Bulk Runs' };

/** /dashboard/workflows/bulk: the bulk runs that a person has started. */
export default function BulkRunsPage() {
  return <MyRunsScreen />;
}
