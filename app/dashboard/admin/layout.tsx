import type { ReactNode } from 'react';
import { TemporaryPasswordLine } from '@/components/auth/console-session';
import { AdminGuard } from '@/components/auth/session-guard';
import { CommandButton } from '@/components/command/command-button';
import { AdminFrame } from '@/components/layout/admin-frame';

/** The administration console: its own frame, for admins only. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AdminGuard>
      <AdminFrame search={<CommandButton shortcut tone="ink" />} menuSearch={<CommandButton tone="ink" />}>
        <TemporaryPasswordLine />
        {children}
      </AdminFrame>
    </AdminGuard>
  );
}
