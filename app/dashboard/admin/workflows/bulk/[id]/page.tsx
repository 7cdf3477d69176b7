import type { Metadata } from 'next';
import { BulkRunScreen } from '@/components/bulk/bulk-run-screen';
import { JobStarter } from '@/components/workflows/admin/job-starter';

export const metadata: Metadata = { title: 'Bulk Run' };

/** /dashboard/admin/workflows/bulk/{id}: one bulk run of the account. */
export default async function AccountBulkRunPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <BulkRunScreen
      base="/dashboard/admin/workflows/bulk"
      id={id}
      jobs="/dashboard/admin/workflows"
      key={id}
      Starter={JobStarter}
    />
  );
}
