import type { Metadata } from 'next';
import { ReliabilityScreen } from '@/components/usage/admin/reliability-screen';

export const metadata: Metadata = { title: 'Reliability' };

/** /dashboard/admin/reliability: how reliable the models of the account's calls were. */
export default function ReliabilityPage() {
  return <ReliabilityScreen />;
}
