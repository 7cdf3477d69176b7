import type { Metadata } from 'next';
import { NewRunScreen } from '@/components/bulk/developer/new-run-screen';

export const metadata: Metadata = { title: 'New Bulk Run' };

/** /dashboard/workflows/bulk/new: starts a workflow over the rows of a file. */
export default function NewBulkRunPage() {
  return <NewRunScreen />;
}
