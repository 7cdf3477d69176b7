import type { Metadata } from 'next';
import { CompareScreen } from '@/components/workflows/compare-screen';

export const metadata: Metadata = { title: 'Compare Jobs' };

/** /dashboard/admin/workflows/compare?a={id}&b={id}: two jobs of the account side by side. */
export default function CompareAccountJobsPage() {
  return <CompareScreen base="/dashboard/admin/workflows" />;
}
