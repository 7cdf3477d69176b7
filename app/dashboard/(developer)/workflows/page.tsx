import type { Metadata } from 'next';
import { MyJobsScreen } from '@/components/workflows/jobs-screen';

export const metadata: Metadata = { title: 'Workflows' };

/** /dashboard/workflows: the jobs that a person has started. */
export default function WorkflowsPage() {
  return <MyJobsScreen />;
}
