import type { Metadata } from 'next';
import { JobStarter } from '@/components/workflows/admin/job-starter';
import { JobScreen } from '@/components/workflows/job-screen';

export const metadata: Metadata = { title: 'Job' };

/** /dashboard/admin/workflows/{id}: one job of the account. */
export default async function AccountJobPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <JobScreen base="/dashboard/admin/workflows" id={id} key={id} Starter={JobStarter} />;
}
