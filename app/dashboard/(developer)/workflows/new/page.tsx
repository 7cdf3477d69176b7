import type { Metadata } from 'next';
import { ComposeScreen } from '@/components/workflows/compose/compose-screen';

export const metadata: Metadata = { title: 'New Workflow' };

/** /dashboard/workflows/new: writes a workflow, or changes that of a job, and runs it. */
export default function NewWorkflowPage() {
  return <ComposeScreen base="/dashboard/workflows" />;
}
