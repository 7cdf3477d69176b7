import type { ReactNode } from 'react';
import { AdminFrame } from '@/components/admin/admin-frame';
import { AdminGuard } from '@/components/admin/admin-guard';

/** The administration console: its own frame, for admins only. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AdminGuard>
      <AdminFrame>{children}</AdminFrame>
    </AdminGuard>
  );
}
