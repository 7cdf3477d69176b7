import type { Metadata } from 'next';
import { JobScreen } from '@/components/workflows/job-screen';

export const metadata: Metadata = { title: 'Job' };

/** /dashboard/workflows/{id}: one job with its steps. */
export default async function JobPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <JobScreen base="/dashboard/workflows" id={id} key={id} />;
}
