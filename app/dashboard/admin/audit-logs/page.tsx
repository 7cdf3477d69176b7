import type { Metadata } from 'next';
import { AuditScreen } from '@/components/audit/admin/audit-screen';

export const metadata: Metadata = { title: 'Audit Logs' };

/** /dashboard/admin/audit-logs: what was done in the account, by whom and when. */
export default function AuditLogsPage() {
  return <AuditScreen />;
}
