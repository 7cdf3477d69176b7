import type { ReactNode } from 'react';
import { AdminGuard } from '@/components/auth/session-guard';
import { AdminFrame } from '@/components/layout/admin-frame';

/** The administration console: its own frame, for admins only. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AdminGuard>
      <AdminFrame>{children}</AdminFrame>
    </AdminGuard>
  );
}
