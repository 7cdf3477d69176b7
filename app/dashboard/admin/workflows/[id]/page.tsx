import type { Metadata } from 'next';
import { AccountJobScreen } from '@/components/workflows/admin/account-job-screen';

export const metadata: Metadata = { title: 'Job' };

/** /dashboard/admin/workflows/{id}: one job of the account. */
export default async function AccountJobPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <AccountJobScreen id={id} key={id} />;
}
