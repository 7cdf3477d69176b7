import type { Metadata } from 'next';
import { CompareScreen } from '@/components/workflows/compare-screen';

export const metadata: Metadata = { title: 'Compare Jobs' };

/** /dashboard/workflows/compare?a={id}&b={id}: two jobs side by side. */
export default function CompareJobsPage() {
  return <CompareScreen base="/dashboard/workflows" own />;
}
