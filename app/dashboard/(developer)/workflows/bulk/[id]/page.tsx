import type { Metadata } from 'next';
import { BulkRunScreen } from '@/components/bulk/bulk-run-screen';

export const metadata: Metadata = { title: 'Bulk Run' };

/** /dashboard/workflows/bulk/{id}: one bulk run with its rows. */
export default async function BulkRunPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <BulkRunScreen base="/dashboard/workflows/bulk" id={id} jobs="/dashboard/workflows" key={id} />;
}
