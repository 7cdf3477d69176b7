import type { Metadata } from 'next';
import { ComposeScreen } from '@/components/workflows/compose/compose-screen';

export const metadata: Metadata = { title: 'New Workflow' };

/** /dashboard/admin/workflows/new: the same for an admin, who may also change the workflow of another person's job. */
export default function NewAccountWorkflowPage() {
  return <ComposeScreen base="/dashboard/admin/workflows" />;
}
