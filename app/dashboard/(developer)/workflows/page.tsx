import type { Metadata } from 'next';
import { MyJobsScreen } from '@/components/workflows/developer/my-jobs-screen';

export const metadata: Metadata = { title: 'Workflows' };

/** /dashboard/workflows: the jobs that a person has started. */
export default function WorkflowsPage() {
  return <MyJobsScreen />;
}
